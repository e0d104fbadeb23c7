/** Holds bodies of small objects by key and ETag, so that each content is fetched once; bounded in bytes. */

/** What reading control state needs of a cache; a value under one key never changes. */
export interface BodyCache {
  get(key: string): Uint8Array | undefined;
  set(key: string, body: Uint8Array): void;
}

/** Oldest use goes first. */
export class BoundedBodyCache implements BodyCache {
  private readonly bodies = new Map<string, Uint8Array>();
  private held = 0;

  /** @param maxBytes bound of bodies and keys together */
  constructor(private readonly maxBytes: number) {}

  get(key: string): Uint8Array | undefined {
    const body = this.bodies.get(key);
    if (body === undefined) return undefined;
    this.bodies.delete(key);
    this.bodies.set(key, body);
    return body;
  }

  set(key: string, body: Uint8Array): void {
    this.drop(key);
    if (costOf(key, body) > this.maxBytes) return;
    this.bodies.set(key, body);
    this.held += costOf(key, body);
    for (const oldest of this.bodies.keys()) {
      if (this.held <= this.maxBytes) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const body = this.bodies.get(key);
    if (body === undefined) return;
    this.bodies.delete(key);
    this.held -= costOf(key, body);
  }
}

/** One content of one object of one store, or its start. Neither an ETag nor a store's address holds a line break. */
export function bodyCacheKey(storeUri: string, key: string, etag: string, extent: 'whole' | 'start'): string {
  return `${extent}:${etag}\n${storeUri}\n${key}`;
}

function costOf(key: string, body: Uint8Array): number {
  return body.length + key.length * 2;
}
