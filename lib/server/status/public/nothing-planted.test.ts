/**
 * Buckets, paths, ids, holders, addresses, keys and errors are planted in every field of a model that an admin did not
 * write for outsiders; every public form at every level is searched for each of them.
 */
import { describe, expect, it } from 'vitest';
import { type RedactionLevel, redactionLevel } from '@/lib/contracts/status-document';
import { statusDays, statusIncident, statusModel, statusRow } from '@/lib/testing/status-models';
import { redact } from '../redact-rules';
import type { StatusModel } from '../status-model';
import { formNames, renderForm } from './render-form';

const bucket = 'acme-prod-bucket';
const planted = [
  ...[bucket, 's3://acme-prod-bucket/tables/events.lance', 'file:///srv/lake/events.lance'],
  ...['tables/eu/west/orders.lance', '\\\\share\\lake', '_versions/18446744073709551612.manifest'],
  ...[
    '01M7MCK5Q4Y8F1J4P7S2G5K0TM',
    '3f2b8c1e-7d54-4b0a-9c11-2a4e6d8f0b13',
    'a4f93eb5d7676df5a4f93eb5d7676df5',
  ],
  ...['ip-10-0-3-17.eu.internal:8443', '10.0.3.17', 'olga@acme.example', 'trainer-7 pid 4711@host'],
  ...[
    'AKIAPLANTEDPLANTED77',
    'aws_secret_access_key=planted/aws+secret',
    'vamplate_planted_token_of_an_admin_0',
  ],
  ...['AccessDenied: not authorized to perform s3:GetObject on arn:aws:s3:::acme-prod-bucket/x'],
];

/** At level `names` a word without any mark of a path, an address or an id is what was asked to be shown. */
function mayBeName(secret: string, level: RedactionLevel): boolean {
  return level === 'names' && secret === bucket;
}

/** Where a secret may be planted: all texts of a model but title, label, description and what incidents tell. */
function plantedModel(secret: string, level: RedactionLevel): StatusModel {
  // More than the types know must not get out either.
  const more = {
    uri: secret,
    holder: { id: secret },
    detail: secret,
    error: new Error(secret),
    [secret]: secret,
  };
  const row = (kind: 'dataset' | 'serving' | 'lock', key: string, label: string | null) => ({
    ...statusRow({
      kind,
      key,
      name: mayBeName(secret, level) ? 'plain' : secret,
      label,
      state: 'down',
      code: 'damaged',
    }),
    ...more,
    retention: { state: 'degraded' as const, code: 'abandoned' as const, count: 7, ...more },
    days: statusDays().map((day) => ({ ...day, ...more })),
  });
  return {
    ...statusModel({ level }),
    ...more,
    rows: [row('dataset', 'r1', null), row('serving', 'r2', 'Docs search'), row('lock', 'r3', null)],
    incidents: [
      {
        ...statusIncident({ rows: [0, 1, 2], postMortem: 'We learnt.' }),
        updates: [{ at: '2026-06-12T13:58:00.000Z', by: secret, text: 'We look.', ...more }],
        ...more,
      },
    ],
  };
}

const place = { baseUrl: 'https://status.example', path: '/status/acme', name: 'acme' };

async function everyForm(model: StatusModel): Promise<readonly string[]> {
  const document = redact(model);
  return Promise.all(formNames.map((form) => renderForm(form, document, place)));
}

/** As it would stand in any of the forms. */
function spellings(secret: string): readonly string[] {
  const escaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return [
    secret,
    escaped,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    secret.toLowerCase(),
  ];
}

describe.each(redactionLevel.options)('at level %s', (level) => {
  it.each(planted)('%s is in no public form', async (secret) => {
    for (const text of await everyForm(plantedModel(secret, level))) {
      // Not `toContain`, which prints the whole form.
      expect(spellings(secret).filter((one) => text.includes(one))).toEqual([]);
    }
  });

  it('tells what an admin wrote for outsiders', async () => {
    const [page = '', json = '', feed = ''] = await everyForm(plantedModel('x://y', level));
    for (const text of [page, json, feed]) expect(text).toContain('We look.');
    expect(page.includes('Docs search')).toBe(true);
    expect(page.includes('Lock 1')).toBe(level !== 'counts');
  });
});

it('shows a plain own name at level names alone', async () => {
  const model = (level: RedactionLevel) =>
    statusModel({ level, rows: [statusRow({ name: 'events.lance' })] });
  expect(redact(model('names')).rows[0]?.name).toBe('events');
  for (const level of ['labels', 'counts'] as const) {
    for (const text of await everyForm(model(level))) expect(text).not.toContain('events');
  }
});
