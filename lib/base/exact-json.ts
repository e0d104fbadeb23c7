/** Reads JSON without losing an integer: beyond 2^53-1 it is a bigint, and depth and size are bounded. */
import { corrupt, VamplateError } from './errors';

/** What `parseExactJson` returns. Objects have no prototype, so that no key of a foreign file has a meaning. */
export type ExactJson = null | boolean | string | number | bigint | ExactJson[] | ExactJsonObject;
export interface ExactJsonObject {
  [key: string]: ExactJson;
}

export interface ExactJsonBounds {
  /** Longest accepted text in UTF-16 units (default 4 Mi). */
  readonly maxLength?: number;
  /** Deepest accepted nesting (default 32). */
  readonly maxDepth?: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** As `parseExactJson`, from bytes that must be UTF-8 without a byte order mark. Throws `corrupt`. */
export function parseExactJsonBytes(bytes: Uint8Array, bounds: ExactJsonBounds = {}): ExactJson {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new VamplateError('corrupt', 'not JSON: the bytes are not UTF-8', {}, { cause });
  }
  return parseExactJson(text, bounds);
}

/**
 * Parses one JSON text (RFC 8259), surrounding whitespace allowed. Integers within ±(2^53-1) are numbers, larger
 * ones bigints, everything with a fraction or exponent a number. Throws `corrupt` with the position for malformed
 * text, a repeated key, a lone surrogate, or more than the bounds allow.
 */
export function parseExactJson(text: string, bounds: ExactJsonBounds = {}): ExactJson {
  return new Parser(text, bounds.maxLength ?? 4 * 1024 * 1024, bounds.maxDepth ?? 32).document();
}

export function isJsonObject(value: ExactJson | undefined): value is ExactJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const numberPattern = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** The longest number that can mean anything here: 2^64 has 20 digits, a double 17 and an exponent. */
const maxNumberLength = 40;
const plainText = /[^"\\\p{Cc}]*/uy;
const loneSurrogate = /\p{Surrogate}/u;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Parser {
  private at = 0;

  constructor(
    private readonly text: string,
    maxLength: number,
    private readonly maxDepth: number,
  ) {
    if (text.length > maxLength) throw corrupt(`not JSON we accept: longer than ${maxLength} characters`);
  }

  document(): ExactJson {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) throw this.fail('text after the end of the document');
    return value;
  }

  private value(depth: number): ExactJson {
    if (depth > this.maxDepth) throw this.fail(`nested deeper than ${this.maxDepth}`);
    this.space();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth);
      case '[':
        return this.array(depth);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(depth: number): ExactJsonObject {
    const object: ExactJsonObject = Object.create(null);
    this.at += 1;
    if (this.closes('}')) return object;
    do {
      this.space();
      if (this.text[this.at] !== '"') throw this.fail('expected a key');
      const key = this.string();
      if (key in object) throw this.fail(`the key ${JSON.stringify(key.slice(0, 80))} appears twice`);
      if (!this.closes(':')) throw this.fail('expected a colon');
      object[key] = this.value(depth + 1);
    } while (this.closes(','));
    if (!this.closes('}')) throw this.fail('expected a comma or the end of an object');
    return object;
  }

  private array(depth: number): ExactJson[] {
    const array: ExactJson[] = [];
    this.at += 1;
    if (this.closes(']')) return array;
    do array.push(this.value(depth + 1));
    while (this.closes(','));
    if (!this.closes(']')) throw this.fail('expected a comma or the end of an array');
    return array;
  }

  private string(): string {
    this.at += 1;
    let value = '';
    for (;;) {
      value += this.match(plainText);
      const character = this.text[this.at];
      if (character === '"') break;
      if (character !== '\\') {
        // The pattern also stops at U+007F to U+009F, which JSON allows unescaped.
        if (character === undefined || character < ' ') throw this.fail('unterminated string');
        value += character;
        this.at += 1;
        continue;
      }
      value += this.escape();
    }
    this.at += 1;
    if (loneSurrogate.test(value)) throw this.fail('a string holds half a surrogate pair');
    return value;
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    if (letter === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[\da-fA-F]{4}$/.test(digits)) throw this.fail('bad unicode escape');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const value = escapes[letter];
    if (value === undefined) throw this.fail('bad escape');
    this.at += 2;
    return value;
  }

  private number(): number | bigint {
    const literal = this.match(numberPattern);
    if (literal === '') throw this.fail('expected a value');
    if (literal.length > maxNumberLength) throw this.fail('a number of absurd length');
    const value = Number(literal);
    if (Number.isSafeInteger(value) || /[.eE]/.test(literal)) {
      if (!Number.isFinite(value)) throw this.fail('a number beyond every range');
      return value;
    }
    return BigInt(literal);
  }

  private word<T extends ExactJson>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.fail('expected a value');
    this.at += word.length;
    return value;
  }

  /** Skips space, then one `character` if it is next. */
  private closes(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private space(): void {
    for (;;) {
      const character = this.text[this.at];
      if (character !== ' ' && character !== '\n' && character !== '\r' && character !== '\t') return;
      this.at += 1;
    }
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private fail(problem: string): VamplateError {
    return corrupt(`not JSON: ${problem} at character ${this.at}`, { position: this.at });
  }
}
