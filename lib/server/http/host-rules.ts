/** Which Host, Origin and source a request has: forwarded headers count only behind a trusted proxy. */

/** Set by this process on every incoming request from its socket, over anything a client sent under the name. */
export const peerHeader = 'x-vamplate-peer';

interface HeaderReader {
  get(name: string): string | null;
}

interface Addressing {
  readonly baseUrl: string;
  readonly bind: { readonly host: string; readonly port: number };
  readonly trustedProxy: boolean;
}

/** Whether the request names this server as the base URL or the bound address does; otherwise it gets 421. */
export function isOurHost(headers: HeaderReader, config: Addressing): boolean {
  const host = (forwarded(headers, 'x-forwarded-host', config) ?? headers.get('host'))?.toLowerCase();
  return host !== undefined && ourHosts(config).includes(host);
}

/** Whether a change comes from a page of this console. */
export function isOurOrigin(headers: HeaderReader, config: Addressing): boolean {
  return headers.get('origin') === config.baseUrl;
}

/** Whom to slow down for wrong tokens: the socket's peer, or the proxy's word for it. */
export function sourceOf(headers: HeaderReader, config: Addressing): string {
  return forwarded(headers, 'x-forwarded-for', config) ?? headers.get(peerHeader) ?? 'unknown';
}

function ourHosts({ baseUrl, bind }: Addressing): readonly string[] {
  const base = new URL(baseUrl);
  const standardPort = base.protocol === 'https:' ? 443 : 80;
  const hosts = [base.host, ...(base.port === '' ? [`${base.hostname}:${standardPort}`] : [])];
  if (bind.host === '0.0.0.0' || bind.host === '::') return hosts;
  const address = bind.host.includes(':') ? `[${bind.host}]` : bind.host;
  return [...hosts, `${address}:${bind.port}`, ...(bind.port === 80 ? [address] : [])];
}

/** The last element is the one our own proxy wrote; whatever stands before it came from outside. */
function forwarded(headers: HeaderReader, name: string, { trustedProxy }: Addressing): string | null {
  if (!trustedProxy) return null;
  const last = headers.get(name)?.split(',').at(-1)?.trim();
  return last === undefined || last === '' ? null : last;
}
