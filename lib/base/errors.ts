/** The one error class. A kind is named for what the caller does next; HTTP is unknown here (house: errors). */

export const errorKinds = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'refused',
  'unsupported',
  'unavailable',
  'corrupt',
  'internal',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

export type ErrorDetails = Readonly<Record<string, unknown>>;

export class VamplateError extends Error {
  override readonly name = 'VamplateError';

  /**
   * @param kind what the caller should do next
   * @param message one plain sentence, safe to show: no credential, no internal stack
   * @param details plain JSON for the caller; `refused` carries `reasons`, `unavailable` may carry `outcome`
   */
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * By its looks and not by `instanceof`: a web server may hold several copies of this module, and what one copy throws
 * another must understand.
 */
export function isVamplateError(error: unknown): error is VamplateError {
  if (!(error instanceof Error) || error.name !== 'VamplateError') return false;
  return 'kind' in error && errorKinds.includes(error.kind as ErrorKind) && 'details' in error;
}

/** Bytes that contradict a format: named by where they were read. */
export function corrupt(message: string, details: ErrorDetails = {}): VamplateError {
  return new VamplateError('corrupt', message, details);
}

/** Well-formed bytes of a kind this reader does not understand. */
export function unsupported(message: string, details: ErrorDetails = {}): VamplateError {
  return new VamplateError('unsupported', message, details);
}
