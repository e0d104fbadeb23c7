/** One request to S3, sent once, bounded in time with its body; the answer's own time comes with it (A6). */
import { Readable } from 'node:stream';
import { storageInstant } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { StoreTime } from './object-store';
import { type S3Refusal, timeOfDate } from './s3-answer-rules';

export type S3Answer<T> =
  | { readonly kind: 'ok'; readonly output: T; readonly storeTime: StoreTime }
  | (S3Refusal & {
      readonly kind: 'refused';
      readonly storeTime: StoreTime;
      readonly error: unknown;
      /** false when the request never left this process: then it has no effect. */
      readonly sent: boolean;
    });

interface CallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked once the request is built and signed, in the turn in which it is sent; see `ChangeOptions`. */
  readonly beforeSend?: () => void;
}

interface Watched {
  readonly middlewareStack: {
    add(
      middleware: (
        next: (args: object) => Promise<{ response: unknown }>,
      ) => (args: object) => Promise<{ response: unknown }>,
      at: { step: 'deserialize'; priority: 'low'; name: string },
    ): void;
  };
}

/**
 * Sends the command and hands the output to `finish` within the same time limit (bodies are read there).
 * @param command a command of the S3 client, used once
 * @throws the signal's reason when the caller aborts, and what `beforeSend` throws; everything else that goes wrong is a `refused` answer
 */
export async function callS3<Output, T>(
  command: object,
  send: (http: { abortSignal: AbortSignal }) => Promise<Output>,
  { timeoutMs, signal, beforeSend }: CallOptions,
  finish: (output: Output) => Promise<T> | T,
): Promise<S3Answer<T>> {
  signal?.throwIfAborted();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  const forward = () => abort.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  let storeTime: StoreTime = null;
  let sent = false;
  let withheld: { readonly because: unknown } | null = null;
  let release: () => void = () => undefined;
  watchAnswers(command, {
    sending: () => {
      try {
        beforeSend?.();
      } catch (because) {
        withheld = { because };
        throw because;
      }
      sent = true;
    },
    answered: (headers) => {
      const ms = timeOfDate(headers.date);
      storeTime = ms === null ? null : storageInstant(ms);
    },
  });
  try {
    const output = await send({ abortSignal: abort.signal });
    const body = bodyOf(output);
    // The client stops listening once the headers are there; a body that hangs is ended here.
    release = () => body?.destroy(abort.signal.reason instanceof Error ? abort.signal.reason : undefined);
    abort.signal.addEventListener('abort', release, { once: true });
    if (abort.signal.aborted) release();
    return { kind: 'ok', output: await finish(output), storeTime };
  } catch (error) {
    if (withheld !== null) throw (withheld as { readonly because: unknown }).because;
    if (signal?.aborted) throw signal.reason;
    if (isVamplateError(error)) throw error;
    return { kind: 'refused', ...refusalOf(error), storeTime, error, sent };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forward);
    abort.signal.removeEventListener('abort', release);
  }
}

/** Reads a body of a known length; a connection that is cut before its end is an error, never a shorter body. */
export async function readBody(body: unknown, length: number): Promise<Uint8Array> {
  if (!(body instanceof Readable)) throw new Error('the answer has no body to read');
  const bytes = new Uint8Array(length);
  let read = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (read + chunk.length > length) throw new Error('the body is longer than announced');
    bytes.set(chunk, read);
    read += chunk.length;
  }
  if (read !== length) throw new Error(`the body ended after ${read} of ${length} bytes`);
  return bytes;
}

/** Gives up a body that is not wanted, with its connection. */
export function discardBody(body: unknown): void {
  if (!(body instanceof Readable)) return;
  body.on('error', () => undefined);
  body.destroy();
}

/** What a failed answer says in plain JSON: no header, no credential. */
export function s3Failure(
  answer: S3Refusal & { readonly error: unknown },
  what: string,
  details: Record<string, unknown>,
): VamplateError {
  const { status, code, error } = answer;
  const said = status === null ? `no answer (${code})` : `${status} ${code}`;
  return new VamplateError(
    'unavailable',
    `S3: ${said} to ${what}.`,
    { status, code, ...details },
    { cause: error },
  );
}

function refusalOf(error: unknown): S3Refusal {
  const raw = error as {
    name?: string;
    Code?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return {
    status: raw?.$metadata?.httpStatusCode ?? null,
    code: raw?.Code ?? raw?.code ?? raw?.name ?? 'UnknownError',
  };
}

function bodyOf(output: unknown): Readable | null {
  const body = (output as { Body?: unknown } | undefined)?.Body;
  return body instanceof Readable ? body : null;
}

/** Placed innermost, so that it sees the raw answer of every status before the client makes it an output or an error. */
function watchAnswers(
  command: object,
  on: { sending: () => void; answered: (headers: Record<string, string>) => void },
): void {
  (command as Watched).middlewareStack.add(
    (next) => async (args) => {
      on.sending();
      const result = await next(args);
      const headers = (result.response as { headers?: Record<string, string> } | undefined)?.headers;
      if (headers !== undefined) on.answered(headers);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'vamplateWatchAnswers' },
  );
}
