/** Short tags of content: equal content gives equal tags, and a change gives another one, all but certainly. */

/** 32 bits of one text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Collects texts in their order into a tag of 64 bits. */
export class Fingerprint {
  private low = 0x811c9dc5;
  private high = 0x9747b28c;

  add(text: string): this {
    const hash = hashOf(text);
    this.low = Math.imul(this.low ^ hash, 0x01000193) >>> 0;
    this.high = (Math.imul(this.high ^ (hash >>> 7) ^ text.length, 0x85ebca6b) ^ (this.high >>> 13)) >>> 0;
    return this;
  }

  toString(): string {
    return this.low.toString(16).padStart(8, '0') + this.high.toString(16).padStart(8, '0');
  }
}

export function fingerprintOf(texts: Iterable<string>): string {
  const tag = new Fingerprint();
  for (const text of texts) tag.add(text);
  return tag.toString();
}
