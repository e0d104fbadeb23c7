/** Planted secrets are withheld wherever people write freely; what is no secret stays readable. */

import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '@/lib/base/secret-rules';
import { isPlain, shortened } from './text-rules';

describe('withoutSecrets', () => {
  it.each([
    ['key AKIAIOSFODNN7EXAMPLE leaked', 'key [withheld] leaked'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG', 'aws_secret_access_key = [withheld]'],
    ['password: "hunter2" and more', 'password: [withheld] and more'],
    ['{"client_secret":"abc"}', '{"client_secret":[withheld]'],
    ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [withheld]'],
    ['s3://user:pass@bucket/x', 's3://[withheld]@bucket/x'],
    ['GET /x?X-Amz-Signature=abcdef&part=1', 'GET /x?X-Amz-Signature=[withheld]&part=1'],
    ['X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2Fus', 'X-Amz-Credential=[withheld]'],
    [`vamplate_${'a'.repeat(43)}`, '[withheld]'],
    ['eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2ln', '[withheld]'],
    ['-----BEGIN PRIVATE KEY----- abc', '[withheld]'],
  ])('%s', (text, clean) => {
    expect(withoutSecrets(text)).toBe(clean);
    expect(withoutSecrets(clean)).toBe(clean);
  });
  it.each([
    'the disk of host-3 is bad',
    'tokens expire today',
    's3://bucket/lake/events.lance',
    'mail ann@example.com',
    'a'.repeat(64),
    'keep-42-2030-01-01',
  ])('leaves %s', (text) => expect(withoutSecrets(text)).toBe(text));
});

it('shortens to one plain line', () => {
  expect(shortened('a\n\tb\u0000', 10)).toBe('a b');
  expect(shortened('', 10)).toBe('-');
  expect(shortened('abcdef', 4)).toBe('abc…');
  const cut = shortened('ab😀cd', 4);
  expect(cut).toBe('ab…');
  expect(isPlain(cut)).toBe(true);
  expect(isPlain('a\u001b[31m')).toBe(false);
});
