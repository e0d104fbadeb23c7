/**
 * Searches that are begun while something else is asked, for whoever needs them right after: each is taken once, and one
 * that an earlier look began is forgotten before the next, so that no answer is older than the look that uses it.
 */
export class SearchAhead<T> {
  private readonly begun = new Map<string, Promise<T>>();

  constructor(private readonly search: (key: string) => Promise<T>) {}

  begin(key: string): void {
    const searching = this.search(key);
    // Who takes it is told.
    searching.catch(() => undefined);
    this.begun.set(key, searching);
  }

  /** What was begun, or a new one. */
  take(key: string): Promise<T> {
    const searching = this.begun.get(key) ?? this.search(key);
    this.begun.delete(key);
    return searching;
  }

  forget(key: string): void {
    this.begun.delete(key);
  }
}
