/** `GET /serving/v1/status` of a serving process: the report from memory, whatever else the process is doing (D.3). */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StatusReport } from './report-schema';
import { encodeReport } from './status-slot';

export const statusPath = '/serving/v1/status';

/**
 * A handler for Node's HTTP server. It waits for nothing, so that it answers before anything is hydrated or claimed: 200
 * also when nothing is served, since the state is in the body, and 304 to whoever has this very report.
 * @returns whether the request was for this path; otherwise nothing was answered
 */
export function statusHandler(reporter: { readonly report: StatusReport }) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path] = (request.url ?? '').split('?');
    if (path !== statusPath) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return true;
    }
    const body = encodeReport(reporter.report);
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('ETag', etag);
    if (names(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end();
      return true;
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

/** If-None-Match compares weakly: a tag that a proxy weakened still names the report (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
