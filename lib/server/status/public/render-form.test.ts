/** What each public form says, and that it escapes what an admin wrote. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { statusDocument } from '@/lib/contracts/status-document';
import { statusIncident, statusModel, statusRow } from '@/lib/testing/status-models';
import { redact } from '../redact-rules';
import type { StatusModel } from '../status-model';
import { publicHeaders } from './public-policy';
import { type FormName, renderForm } from './render-form';

const place = { baseUrl: 'https://status.example', path: '/status/acme', name: 'acme' };
const hostile = `</title></style><script>alert(1)</script>"'&]]>\u0000\ud800`;

function formOf(form: FormName, given: Partial<StatusModel> = {}): Promise<string> {
  return renderForm(form, redact(statusModel(given)), place);
}

function bodyText(html: string): string {
  const body = html.slice(html.indexOf('<body>')).replace(/<script>.*?<\/script>/gs, '');
  return body.replace(/<[^>]+>/g, '\n').replace(/\n+/g, '\n');
}

describe('the page', () => {
  it('says first when it was made, then the headline, then what is now, then rows', async () => {
    const rows = [statusRow(), statusRow({ key: 'r2', kind: 'serving', name: 'docs', label: 'Docs search' })];
    const html = await formOf('page', { rows, incidents: [statusIncident({ rows: [1] })] });
    const text = bodyText(html);
    const order = [
      ...['Made 14:02 UTC; after 14:17 do not rely on it', '12 Jun 2026', 'Acme lake status'],
      ...['Docs search is behind in Europe', 'Now and next', 'Other regions', 'Services', 'Data'],
    ];
    const places = order.map((one) => text.indexOf(one));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
    expect(html).toMatch(/^<!DOCTYPE html><html/i);
    expect(html).toContain('data-until="2026-06-12T14:17:18.000Z"');
    expect(html).not.toMatch(/ style=|\son\w+=|ago\b/);
  });

  it.each<[string, Parameters<typeof statusIncident>[0], number]>([
    ['told by an open incident that touches it', {}, 0],
    ['told by none', { rows: [] }, 1],
    ['one of a like name is', { rows: [1] }, 1],
    ['maintenance is planned of it', { kind: 'maintenance', stage: 'planned' }, 1],
    ['an incident of it is over', { stage: 'resolved', endsAt: '2026-06-12T13:59:00.000Z' }, 1],
  ])('tells now of a row that is down unless that is told already: %s', async (_, given, told) => {
    const down = statusRow({ state: 'down', code: 'damaged' });
    const rows = [down, { ...down, key: 'r2' }];
    const other = statusIncident({ rows: [1], title: 'The other one' });
    const html = await formOf('page', { rows, incidents: [statusIncident(given), other] });
    expect(html.split('<h3>events</h3>').length - 1).toBe(told);
  });

  it('says times in the zone of the page, and UTC', async () => {
    const text = bodyText(await formOf('page', { timeZone: 'Europe/Berlin' }));
    expect(text).toContain('Made 16:02 (14:02 UTC); after 16:17 (14:17 UTC) do not rely on it');
    expect(text).toContain('last commit 15:58 (13:58 UTC)');
  });

  it('says plainly that nothing was checked', async () => {
    const text = bodyText(await formOf('page', { madeAt: null, reliableUntil: null }));
    expect(text).toContain('Nothing was checked yet; do not rely on this page');
    expect(text).not.toContain('Everything works');
  });

  it('runs and takes what its headers allow, and nothing else', async () => {
    const html = await formOf('page', { title: hostile, incidents: [statusIncident({ title: hostile })] });
    const policy = publicHeaders['content-security-policy'];
    for (const tag of ['style', 'script']) {
      const found = [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
      expect(found).toHaveLength(1);
      const hash = createHash('sha256')
        .update(found[0]?.[1] ?? '', 'utf8')
        .digest('base64');
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
    }
    expect(policy).toMatch(/^default-src 'none'; img-src 'self'; /);
    expect(policy).toMatch(/sandbox allow-scripts$/);
    expect(html).not.toContain('<script>alert');
  });
});

describe('the copy', () => {
  it('is whole by itself: no link back, its policy inside', async () => {
    const html = await formOf('export', { incidents: [statusIncident()] });
    expect(html).not.toMatch(/ href="(?!#)| src=/);
    expect(html).toContain('http-equiv="Content-Security-Policy"');
    expect(html).toContain('This copy is old');
  });
});

describe('status.json', () => {
  it('is the document of the contract', async () => {
    const parsed = statusDocument.parse(JSON.parse(await formOf('json', { incidents: [statusIncident()] })));
    expect(parsed).toMatchObject({ schema: 'vamplate-status-1', counts: { working: 1, unknown: 0 } });
  });
});

describe('feed.atom', () => {
  it('has an entry per update, newest first, with whole addresses and ids that stay', async () => {
    const feed = await formOf('feed', { incidents: [statusIncident({ postMortem: 'We **learnt**.' })] });
    expect([...feed.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).toEqual([
      'tag:status.example,2026:status/acme',
      'tag:status.example,2026:status/acme/01m7mbr2qrt5n2c9v6x3r1d0eh/1781272680000',
      'tag:status.example,2026:status/acme/01m7mbr2qrt5n2c9v6x3r1d0eh/1781272140000',
    ]);
    expect(feed).toContain('<updated>2026-06-12T13:58:00.000Z</updated>\n<author>');
    expect(feed).toContain('<title>Identified: Docs search is behind in Europe</title>');
    expect(feed).toContain('href="https://status.example/status/acme/feed.atom"');
    expect(feed).toContain('&lt;strong&gt;two&lt;/strong&gt;');
    expect(feed).toContain('&lt;strong&gt;learnt&lt;/strong&gt;');
  });

  it('does not change with a sample', async () => {
    const incidents = [statusIncident()];
    const later = await formOf('feed', { incidents, madeAt: '2026-06-12T14:07:18.000Z' });
    expect(later).toBe(await formOf('feed', { incidents }));
  });

  it('is XML whatever was typed', async () => {
    const update = { at: '2026-06-12T13:58:00.000Z', by: 'olga', text: hostile };
    const feed = await formOf('feed', {
      title: hostile,
      incidents: [statusIncident({ title: hostile, updates: [update] })],
    });
    expect(feed).not.toMatch(/<script|<\/style|\]\]>|(?![\t\n\r])[\p{Cc}\p{Surrogate}]/u);
    expect(feed.replace(/<\/?[a-z]+[^<>]*>|<\?xml[^>]*>/g, '')).not.toMatch(/[<>]/);
  });
});

describe('badge.svg', () => {
  it.each([
    ['working', 'working', '#12683a'],
    ['down', 'missing_objects', '#ad231b'],
    ['degraded', 'serving_behind', '#824b00'],
    ['maintenance', 'maintenance', '#643ab6'],
    ['unknown', 'unreadable', '#4d5665'],
  ] as const)('says %s as a word, in colour and with a glyph', async (state, code, ink) => {
    const svg = await formOf('badge', { rows: [statusRow({ state, code })] });
    expect(svg).toContain(`<title>Acme lake status: ${state}</title>`);
    expect(svg).toContain(`>${state}</text>`);
    expect(svg).toContain(`stroke="${ink}"`);
    expect(svg.includes('#12683a')).toBe(state === 'working');
  });

  it('escapes and shortens the title', async () => {
    const svg = await formOf('badge', { title: `${hostile}${'x'.repeat(80)}` });
    expect(svg).not.toMatch(/<script|(?![\t\n\r])[\p{Cc}\p{Surrogate}]/u);
    expect(svg).toContain('…</text>');
  });
});
