/** A protobuf reader for foreign bytes: every read is checked against the message it is in, nothing is copied. */
import { BinaryReader, type WireType } from '@bufbuild/protobuf/wire';
import { unsupported, VamplateError } from '@/lib/base/errors';
import { knownFields, type MessageName } from './known-fields';
import type { UnknownField } from './manifest-facts';

/** At most this many list elements are kept of one message, so that two bytes each cannot fill the memory. */
const maxItems = 2_000_000;
/** At most this many different unknown fields are named. */
const maxUnknownFields = 64;
const two32 = 0x1_0000_0000;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The wire type of strings, bytes, messages and packed numbers. */
export const delimited = 2;

/**
 * Reads one protobuf message and those inside it. `limit` is the end of the message being read; reads past it throw
 * `corrupt`. Groups and other shapes nobody writes are left to the official reader; varints and lengths are read
 * here, without the bigint and the array it makes per field, which are most of its cost on a manifest.
 */
export class WireReader {
  private readonly unknown = new Map<string, UnknownField>();
  private latin1: Buffer | null = null;
  private items = 0;
  pos = 0;
  /** End of the message being read. */
  limit: number;

  constructor(
    private readonly bytes: Uint8Array,
    /** For messages: what these bytes are. */
    private readonly what: string,
  ) {
    this.limit = bytes.length;
  }

  /** The next tag of the current message, 0 at its end. The field number is `tag >>> 3`. */
  next(): number {
    if (this.pos === this.limit) return 0;
    const tag = this.count();
    if (tag >= two32 || tag < 8) throw this.fail('an illegal tag');
    return tag;
  }

  /** An unsigned varint that counts something: at most 2^53-1. */
  count(): number {
    const first = this.bytes[this.pos] ?? 0x80;
    if (first < 0x80 && this.pos < this.limit) {
      this.pos += 1;
      return first;
    }
    return this.longVarint();
  }

  /** An unsigned 64-bit varint in full. */
  u64(): bigint {
    const start = this.pos;
    const { bytes, limit } = this;
    let pos = start;
    while (pos < limit && (bytes[pos] ?? 0) >= 0x80) pos += 1;
    if (pos >= limit) throw this.fail('a number runs past the end of its message');
    const length = pos - start + 1;
    if (length > 10 || (length === 10 && (bytes[pos] ?? 0) > 1)) throw this.fail('a number above 2^64-1');
    this.pos = pos + 1;
    let low = 0;
    for (let index = Math.min(length, 7) - 1; index >= 0; index -= 1) {
      low = low * 128 + ((bytes[start + index] ?? 0) & 0x7f);
    }
    if (length <= 7) return BigInt(low);
    let high = 0;
    for (let index = length - 1; index >= 7; index -= 1)
      high = high * 128 + ((bytes[start + index] ?? 0) & 0x7f);
    return BigInt(low) + (BigInt(high) << 49n);
  }

  /** A signed 64-bit varint (`int64`, two's complement). */
  i64(): bigint {
    return BigInt.asIntN(64, this.u64());
  }

  /** A signed 32-bit varint (`int32`): negative numbers take ten bytes on the wire. */
  i32(): number {
    const value = this.i64();
    if (value > 0x7fff_ffffn || value < -0x8000_0000n) throw this.fail('a number beyond 32 bits');
    return Number(value);
  }

  u32(): number {
    const value = this.count();
    if (value >= two32) throw this.fail('a number beyond 32 bits');
    return value;
  }

  flag(): boolean {
    return this.u64() !== 0n;
  }

  /** A string, which must be UTF-8. */
  text(): string {
    const length = this.span();
    const start = this.pos;
    this.pos = start + length;
    // Paths are short ASCII; the general decoder costs several times as much on them.
    if (length <= 256 && this.isAscii(start, start + length)) {
      this.latin1 ??= Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
      return this.latin1.toString('latin1', start, start + length);
    }
    try {
      return strictUtf8.decode(this.bytes.subarray(start, start + length));
    } catch {
      throw this.fail('a text that is not UTF-8');
    }
  }

  /** A view of a bytes field; it keeps the whole buffer alive, so copy what is to be kept. */
  view(): Uint8Array {
    const length = this.span();
    this.pos += length;
    return this.bytes.subarray(this.pos - length, this.pos);
  }

  /** Enters the message whose length comes next; give the answer back to `leave`. */
  enter(): number {
    const length = this.span();
    const outer = this.limit;
    this.limit = this.pos + length;
    return outer;
  }

  leave(outer: number): void {
    this.limit = outer;
  }

  /** Called for every element that is kept in a list or map. Throws `unsupported` beyond any real table. */
  keepItem(): void {
    this.items += 1;
    if (this.items > maxItems) throw unsupported(`${this.what} lists more than ${maxItems} things`);
  }

  /** Steps over a known field of no interest. */
  pass(tag: number): void {
    const wireType = tag & 7;
    if (wireType === delimited) {
      const length = this.span();
      this.pos += length;
      return;
    }
    if (wireType === 0) {
      this.u64();
      return;
    }
    const official = new BinaryReader(this.bytes.subarray(0, this.limit));
    official.pos = this.pos;
    try {
      official.skip(wireType as WireType, tag >>> 3, 16);
    } catch (cause) {
      throw this.fail('a field of a shape that does not exist', { cause });
    }
    this.pos = official.pos;
  }

  /**
   * Steps over a field that no case took, and remembers that it was there. A number we do know, in another shape,
   * is `corrupt`: to step over it would lose a fragment in silence.
   */
  passUnknown(message: MessageName, tag: number): void {
    const field = tag >>> 3;
    if (isKnown(message, field)) throw this.fail(`field ${field} of ${message} has the wrong type`);
    if (this.unknown.size < maxUnknownFields) this.unknown.set(`${message} ${field}`, { message, field });
    this.pass(tag);
  }

  get unknownFields(): readonly UnknownField[] {
    return [...this.unknown.values()];
  }

  fail(problem: string, options?: ErrorOptions): VamplateError {
    const message = `${this.what} is damaged: ${problem} (at byte ${this.pos})`;
    return new VamplateError('corrupt', message, { position: this.pos }, options);
  }

  /** The length of a delimited field, which must end inside the current message. */
  private span(): number {
    const length = this.count();
    if (length > this.limit - this.pos)
      throw this.fail(`a length of ${length} runs past the end of its message`);
    return length;
  }

  private longVarint(): number {
    const { bytes, limit } = this;
    let value = 0;
    let scale = 1;
    for (let pos = this.pos; pos < limit; pos += 1) {
      const byte = bytes[pos] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        this.pos = pos + 1;
        return value;
      }
      if (pos - this.pos === 9) break;
      scale *= 128;
    }
    throw this.fail('a number that is absurdly large or runs past the end of its message');
  }

  private isAscii(start: number, end: number): boolean {
    const { bytes } = this;
    for (let pos = start; pos < end; pos += 1) if ((bytes[pos] ?? 0x80) >= 0x80) return false;
    return true;
  }
}

function isKnown(message: MessageName, field: number): boolean {
  return (knownFields[message] as readonly number[]).includes(field);
}
