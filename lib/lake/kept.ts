/** Values by name, each made once however many ask together; the oldest go when the bound is met. */
export class Kept<T> {
  private readonly values = new Map<string, T>();
  private readonly making = new Map<string, Promise<T>>();
  private held = 0;

  /** @param weightOf what one value counts against the bound */
  constructor(
    private readonly weightOf: (value: T) => number,
    private readonly bound: number,
  ) {}

  get(name: string): T | undefined {
    return this.values.get(name);
  }

  /** What `make` throws is thrown to all who wait, and nothing is kept. */
  once(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.values.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const running = this.making.get(name);
    if (running !== undefined) return running;
    const made = make()
      .then((value) => {
        this.keep(name, value);
        return value;
      })
      .finally(() => this.making.delete(name));
    this.making.set(name, made);
    return made;
  }

  private keep(name: string, value: T): void {
    this.values.set(name, value);
    this.held += this.weightOf(value);
    for (const [oldest, dropped] of this.values) {
      if (this.held <= this.bound || oldest === name) return;
      this.values.delete(oldest);
      this.held -= this.weightOf(dropped);
    }
  }
}
