/** Writes the JSON of control files byte for byte: keys in the order given, u64 as digits, bytes as number arrays. */

export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const utf8 = new TextEncoder();

/** Compact JSON, as the reference code's default writer spells it. */
export function compactJson(value: JsonValue): Uint8Array {
  return utf8.encode(write(value, null, 0));
}

/** Pretty JSON: two spaces, no trailing newline, `{}` and `[]` when empty (C.1). */
export function prettyJson(value: JsonValue): Uint8Array {
  return utf8.encode(write(value, '  ', 0));
}

function write(value: JsonValue, indent: string | null, depth: number): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Uint8Array) return bracket('[', ']', Array.from(value, String), indent, depth);
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => write(item, indent, depth + 1));
    return bracket('[', ']', items, indent, depth);
  }
  const colon = indent === null ? ':' : ': ';
  const members = Object.entries(value).map(
    ([key, member]) => JSON.stringify(key) + colon + write(member, indent, depth + 1),
  );
  return bracket('{', '}', members, indent, depth);
}

function bracket(
  open: string,
  close: string,
  items: readonly string[],
  indent: string | null,
  depth: number,
): string {
  if (items.length === 0) return open + close;
  if (indent === null) return open + items.join(',') + close;
  const inner = `\n${indent.repeat(depth + 1)}`;
  return `${open + inner + items.join(`,${inner}`)}\n${indent.repeat(depth)}${close}`;
}
