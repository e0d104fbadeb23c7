/** Where references lie, as LanceDB 0.31 was seen to write them on disk and on S3, and the other spellings that are found. */
import { expect, it } from 'vitest';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import { type ReferenceKind, referenceEntries } from './canonical-names';

const rows: [ReferenceKind, string, readonly string[]][] = [
  ['tag', 'v1.0', ['_refs/tags/v1.0.json']],
  ['tag', 'é', ['_refs/tags/%C3%A9.json', '_refs/tags/é.json']],
  ['branch', 'exp', ['_refs/branches/exp.json']],
  [
    'branch',
    'team/é',
    [
      '_refs/branches/team%2F%C3%A9.json',
      '_refs/branches/team%2Fé.json',
      '_refs/branches/team%252F%C3%A9.json',
      '_refs/branches/team/é.json',
    ],
  ],
];

it.each(rows)('a %s called %s', (kind, name, entries) => {
  expect(referenceEntries(kind, name)).toEqual(entries);
  for (const entry of entries) expect(parseReferenceKey(entry)).toEqual({ kind, name });
});
