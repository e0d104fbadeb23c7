/** Choices and bytes from one number: the same seed makes the same ones, on every machine. */
import type { Random } from '@/lib/base/random';

export class SeededRandom implements Random {
  private state: number;

  constructor(seed: number) {
    this.state = mixed(seed >>> 0);
  }

  /** A whole number of 32 bits. */
  private next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    return mixed(this.state);
  }

  /** From 0 to `below` - 1. */
  int(below: number): number {
    return Math.floor((this.next() / 2 ** 32) * below);
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.int(choices.length)] ?? choices[0];
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next() & 0xff);
  }

  /** A generator of its own, which the choices of others do not disturb. */
  fork(): SeededRandom {
    return new SeededRandom(this.next());
  }
}

/** Spreads neighbouring numbers over all 32 bits. */
function mixed(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}
