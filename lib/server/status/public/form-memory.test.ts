/** What is kept of a page is what its model says at that moment, though the model stays. */
import { expect, it } from 'vitest';
import { reliableUntil, statusIncident, statusModel, statusRow } from '@/lib/testing/status-models';
import { FormMemory } from './form-memory';

const minute = 60_000;
const until = Date.parse(reliableUntil);
const place = { baseUrl: 'https://status.example', path: '/status/acme', name: 'acme' };

it('an old page is told once more at the end of each maintenance', async () => {
  const works = (row: number, endsAfter: number) =>
    statusIncident({
      ...{ id: `01M7MBR2QRT5N2C9V6X3R1D0E${row}`, kind: 'maintenance', stage: 'in_progress', impact: 'none' },
      ...{ rows: [row], endsAt: new Date(until + endsAfter * minute).toISOString() },
    });
  const row = (key: string) => statusRow({ key, state: 'maintenance', code: 'maintenance' });
  const model = statusModel({ rows: [row('r0'), row('r1')], incidents: [works(0, 10), works(1, 20)] });
  const memory = new FormMemory();
  const states = async (at: number) => {
    const { body } = await memory.render(model, 'json', place, until + at * minute);
    const document = JSON.parse(new TextDecoder().decode(body)) as { rows: { state: string }[] };
    return document.rows.map(({ state }) => state);
  };
  expect(await states(5)).toEqual(['maintenance', 'maintenance']);
  expect(await states(10)).toEqual(['unknown', 'maintenance']);
  expect(await states(20)).toEqual(['unknown', 'unknown']);
});
