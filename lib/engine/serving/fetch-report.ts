/** Reads a report from a configured address: bounded in time, size and redirects, and never from one nobody configured (E.2). */
import type { Clock } from '@/lib/base/clock';
import { parseExactJsonBytes } from '@/lib/base/exact-json';
import { type PhaseBMax, type PhaseBReport, readPhaseB } from './phase-b-rules';
import { decodeReport, type ReportReading, unreadable } from './report-rules';
import { reportMaxBytes } from './report-schema';

export type FetchedReport =
  | ReportReading
  /** The older shape: it says nothing of versions, seals or fences (D.1). */
  | { readonly kind: 'phase_b'; readonly report: PhaseBReport; readonly max: PhaseBMax };

export interface FetchOptions {
  /** The platform's `fetch`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Every address the configuration names: the only ones ever asked, also after a redirect. */
  readonly configured: readonly string[];
  /** For all of it, redirects and body included. */
  readonly timeoutMs: number;
  readonly maxBytes?: number;
}

const maxRedirects = 3;

/** Never throws: whatever goes wrong, the report is unreadable and says why, and whether anything answered. */
export async function fetchReport(url: string, options: FetchOptions): Promise<FetchedReport> {
  const limit = new AbortController();
  const done = new AbortController();
  let answered = false;
  const without = (detail: string) => unreadable(answered ? 'unavailable' : 'no_answer', detail);
  const fetch: FetchOptions['fetch'] = async (asked, init) => {
    const response = await options.fetch(asked, init);
    answered = true;
    return response;
  };
  const late = options.clock.sleep(options.timeoutMs, done.signal).then(
    () => {
      limit.abort();
      return without(`no whole answer within ${options.timeoutMs} ms`);
    },
    () => without('it was given up'),
  );
  try {
    return await Promise.race([ask(url, { ...options, fetch }, limit.signal), late]);
  } catch (error) {
    return without(error instanceof Error ? error.message : 'it could not be asked');
  } finally {
    done.abort();
    limit.abort();
  }
}

async function ask(first: string, options: FetchOptions, signal: AbortSignal): Promise<FetchedReport> {
  const { maxBytes = reportMaxBytes } = options;
  const configured = new Set(options.configured.map((one) => spelled(one)));
  let url = spelled(first);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!configured.has(url)) return unreadable('unavailable', 'it leads to an address nobody configured');
    const response = await options.fetch(url, { redirect: 'manual', signal, credentials: 'omit' });
    const location =
      response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location !== null) {
      url = spelled(location, url);
      continue;
    }
    if (response.status !== 200) return unreadable('unavailable', `it answered ${response.status}`);
    const body = await boundedBody(response, maxBytes);
    return body === null ? unreadable('too_large', `more than ${maxBytes} bytes`) : decoded(body);
  }
  return unreadable('unavailable', `more than ${maxRedirects} redirects`);
}

/** One spelling for one address. */
function spelled(url: string, base?: string): string {
  return new URL(url, base).href;
}

function decoded(body: Uint8Array): FetchedReport {
  let json: unknown = null;
  try {
    json = parseExactJsonBytes(body);
  } catch {
    return decodeReport(body);
  }
  const older = readPhaseB(json);
  switch (older.kind) {
    case 'other':
      return decodeReport(body);
    case 'read':
      return { kind: 'phase_b', report: older.report, max: older.max };
    case 'not_in_form':
      return unreadable('not_in_form', older.detail);
    case 'previous_is_active':
      return unreadable('not_in_form', 'previous is the active import');
  }
}

/** Null once more than `maxBytes` came; what is longer is not read to its end. */
async function boundedBody(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}
