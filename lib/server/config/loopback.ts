/** Which hosts are this machine itself: plain http is safe there and nowhere else. */
import { isIP } from 'node:net';

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}
