/** Values by name, each made once however many ask together; what was used longest ago goes when the bound is met. */
export interface KeptOptions<T> {
  /** What one value counts against the bound. */
  readonly weightOf: (value: T) => number;
  readonly bound: number;
  /** Whether a value may be handed to those who ask later; others are made anew. Default: all. */
  readonly isLasting?: (value: T) => boolean;
}

export class Kept<T> {
  private readonly values = new Map<string, T>();
  private readonly making = new Map<string, Promise<T>>();
  private held = 0;

  constructor(private readonly options: KeptOptions<T>) {}

  get size(): number {
    return this.values.size;
  }

  get(name: string): T | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    this.values.delete(name);
    this.values.set(name, value);
    return value;
  }

  /** Whether it is kept or being made. */
  isUnderWay(name: string): boolean {
    return this.values.has(name) || this.making.has(name);
  }

  /** What `make` throws is thrown to all who wait, and nothing is kept. */
  once(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const running = this.making.get(name);
    if (running !== undefined) return running;
    const made = make()
      .then((value) => {
        if (this.options.isLasting?.(value) !== false) this.keep(name, value);
        return value;
      })
      .finally(() => this.making.delete(name));
    this.making.set(name, made);
    return made;
  }

  /** Lets go of every value of which this is true. */
  dropWhere(isDropped: (value: T) => boolean): void {
    for (const [name, value] of this.values) if (isDropped(value)) this.drop(name, value);
  }

  private keep(name: string, value: T): void {
    const { weightOf, bound } = this.options;
    this.values.set(name, value);
    this.held += weightOf(value);
    for (const [oldest, dropped] of this.values) {
      if (this.held <= bound || oldest === name) return;
      this.drop(oldest, dropped);
    }
  }

  private drop(name: string, value: T): void {
    this.values.delete(name);
    this.held -= this.options.weightOf(value);
  }
}
