/** What is declared of every endpoint; the table itself is endpoints.ts. */
import type { ActionRule } from './actions';
import type { Role } from './roles';
import type { z } from './zod';

/** `nobody`: open without signing in. */
export type Access = Role | 'nobody';

export interface Endpoint {
  /** All but GET are changes: a JSON body, and proof that the console's own page or a script of its user sent it. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server with `{param}` places. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Where a body may be larger than most. */
  readonly maxBodyBytes?: number;
  /** Absent for replies that are not JSON. */
  readonly response?: z.ZodType;
  readonly produces?: string;
  /** What is in a JSON reply that the operation writes byte for byte, such as one with an ETag. */
  readonly describes?: z.ZodType;
  /** Of success, where it is not 200: a browser is led on (303). */
  readonly status?: 303;
  /** A change that is also let through while nobody can tell whether the caller's session was ended elsewhere. */
  readonly endsSessions?: true;
  /** Present where it changes something in a lake for good: what that needs, and how much the page asks first. */
  readonly action?: ActionRule;
}

/** What whoever may, and asks rightly, is answered with. */
export function successStatus({ status }: Endpoint): 200 | 303 {
  return status ?? 200;
}
