/** What outsiders may read as a row's name: never an address, a path, an id or a credential, even where one was its name. */
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { RedactionLevel, StatusRow } from '@/lib/contracts/status-document';
import type { ModelRow } from './status-model';

const kindWords: Readonly<Record<StatusRow['kind'], string>> = {
  dataset: 'Dataset',
  serving: 'Service',
  lock: 'Lock',
};

/**
 * One name per row, in order: its label; at level `names` else its own name; else its kind and its place among those of
 * its kind that have neither, such as `Dataset 2`.
 */
export function shownNames(rows: readonly ModelRow[], level: RedactionLevel): readonly string[] {
  const counted = { dataset: 0, serving: 0, lock: 0 };
  return rows.map((row) => {
    const own = level === 'names' ? ownName(row.name) : null;
    if (row.label !== null || own !== null) return row.label ?? own ?? '';
    counted[row.kind] += 1;
    return `${kindWords[row.kind]} ${counted[row.kind]}`;
  });
}

/** What looks like an address, an id or a key names nothing to outsiders. */
const noName: readonly RegExp[] = [
  /[/\\]|[@:]/,
  /[0-9a-f]{16}/i,
  /\b[0-9A-HJKMNP-TV-Z]{26}\b/i,
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}/i,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{8}/,
  /[\p{Cc}\p{Surrogate}]/u,
];

function ownName(name: string): string | null {
  const plain = name.replace(/\.lance$/, '').trim();
  const named = plain !== '' && plain.length <= 120 && withoutSecrets(plain) === plain;
  return named && !noName.some((one) => one.test(plain)) ? plain : null;
}
