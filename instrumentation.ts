/** Starts the runtime before the first request: a wrong configuration stops the server here, in words. */
import type { Instrumentation } from 'next';

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startRuntime } = await import('@/lib/server/http/start-runtime');
  startRuntime();
}

/** What a page or route could not answer; what defineRoute answers itself never gets here. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { runtime } = await import('@/lib/server/runtime');
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  runtime().log.error({ error, digest, method: request.method, route: context.routePath }, 'a render failed');
};
