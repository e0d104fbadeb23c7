/** The answer of every parser of an identity: a value, or which field is wrong and how; the first failing check wins. */

export type IdentityProblem =
  | { readonly kind: 'empty' }
  /** Length in UTF-8 bytes. */
  | { readonly kind: 'too_long'; readonly length: number }
  | { readonly kind: 'illegal_character'; readonly character: string }
  | { readonly kind: 'not_hex' }
  | { readonly kind: 'wrong_length'; readonly want: number; readonly got: number }
  /** Not a whole number of 0 to 2^32 - 1. */
  | { readonly kind: 'not_u32' };

export type Parsed<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'wrong'; readonly field: string; readonly problem: IdentityProblem };

export function parsed<T>(value: T): Parsed<T> {
  return { kind: 'ok', value };
}

export function wrong(field: string, problem: IdentityProblem): Parsed<never> {
  return { kind: 'wrong', field, problem };
}

export function parseU32(field: string, value: number): Parsed<number> {
  const fits = Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff && !Object.is(value, -0);
  return fits ? parsed(value) : wrong(field, { kind: 'not_u32' });
}

/** One plain phrase for a row or an error. */
export function describeProblem(field: string, problem: IdentityProblem): string {
  switch (problem.kind) {
    case 'empty':
      return `${field} is empty`;
    case 'too_long':
      return `${field} is too long (${problem.length} bytes)`;
    case 'illegal_character':
      return `${field} holds ${JSON.stringify(problem.character)} where it may not`;
    case 'not_hex':
      return `${field} is not hexadecimal`;
    case 'wrong_length':
      return `${field} has ${problem.got} bytes, not ${problem.want}`;
    case 'not_u32':
      return `${field} is not an unsigned 32-bit integer`;
  }
}
