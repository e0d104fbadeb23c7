/** The shape of an operation: what it is given, derived from its endpoint's declaration, and what it must answer. */
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Endpoint } from '@/lib/contracts/endpoint';
import type { Caller } from '../auth/caller';
import type { Session } from '../auth/session-rules';
import type { Runtime } from '../runtime';

/** What an operation that is open to nobody in particular is given. */
export interface OpenContext {
  readonly runtime: Runtime;
  readonly requestId: string;
  /** Carries the request id. */
  readonly log: Logger;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  readonly headers: Headers;
  /** Headers added to the reply when the operation succeeds. */
  readonly replyHeaders: Headers;
}

/** What every other operation is given: the caller is known and has the endpoint's role. */
export interface OperationContext extends OpenContext {
  readonly caller: Caller;
  readonly session: Session | null;
  /** False once the caller's session is over: what a long reply asks before each part. */
  readonly stillSignedIn: () => boolean;
}

type Parsed<E, Key extends string> = E extends { readonly [K in Key]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

export interface InputOf<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
}

/** The JSON to send, before the endpoint's schema has seen it; a whole Response for endpoints that are not JSON. */
export type ReplyOf<E extends Endpoint> = E extends { readonly response: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Response;

export type ContextOf<E extends Endpoint> = E extends { readonly access: 'nobody' }
  ? OpenContext
  : OperationContext;

export type Operation<E extends Endpoint> = (
  context: ContextOf<E>,
  input: InputOf<E>,
) => Promise<ReplyOf<E>> | ReplyOf<E>;
