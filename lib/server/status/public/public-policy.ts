/** What browsers may do with a public form: run one script and take one style, both known by their hash, and ask nobody. */
import { createHash } from 'node:crypto';
import { pageScript } from '@/components/status-page/page-script';
import { pageStyle } from '@/components/status-page/page-style';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

const allowed = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(pageScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
];

/** In a document itself, where neither `sandbox` nor `frame-ancestors` counts: for a copy that is kept as a file. */
export const copyPolicy = allowed.filter((one) => !one.startsWith('img-src')).join('; ');

const publicPolicy = [...allowed, "frame-ancestors 'none'", 'sandbox allow-scripts'].join('; ');

/** Of every public form and every refusal of one. A browser opens no sandboxed document that has an opener policy. */
export const publicHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': publicPolicy,
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'unsafe-none',
};
