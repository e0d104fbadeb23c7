/** Whatever a model holds: what is unknown is never green, what is planned is never down, and levels only take away. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusDocument, statusState } from '@/lib/contracts/status-document';
import { statusIncident, statusModel, statusRow } from '@/lib/testing/status-models';
import { redact } from './redact-rules';
import { type StatusModel, statusCodes } from './status-model';

const row = fc
  .record({
    kind: fc.constantFrom('dataset' as const, 'serving' as const, 'lock' as const),
    state: fc.constantFrom(...statusState.options),
    code: fc.constantFrom(...statusCodes),
    name: fc.string({ maxLength: 40, unit: 'binary' }),
    label: fc.option(fc.string({ maxLength: 20 })),
  })
  .map((given) => statusRow(given));
const incident = fc
  .record({
    kind: fc.constantFrom('incident' as const, 'maintenance' as const),
    stage: fc.constantFrom(
      'investigating' as const,
      'resolved' as const,
      'planned' as const,
      'in_progress' as const,
    ),
    impact: fc.constantFrom('none' as const, 'degraded' as const, 'down' as const),
    rows: fc.array(fc.nat(6), { maxLength: 4 }),
  })
  .map((given) => statusIncident(given));
const model: fc.Arbitrary<StatusModel> = fc
  .record({
    rows: fc.array(row, { maxLength: 6 }),
    incidents: fc.array(incident, { maxLength: 3 }),
    level: fc.constantFrom('names' as const, 'labels' as const, 'counts' as const),
  })
  .map((given) => statusModel(given));

describe('redact', () => {
  it('always makes a valid document whose counts are those of the model', () => {
    fc.assert(
      fc.property(model, (one) => {
        const document = redact(one);
        expect(statusDocument.safeParse(document).success).toBe(true);
        for (const state of statusState.options) {
          expect(document.counts[state]).toBe(one.rows.filter((other) => other.state === state).length);
        }
      }),
    );
  });

  it('says that everything works only if every row does, and never that planned work is down', () => {
    fc.assert(
      fc.property(model, (one) => {
        const { state } = redact(one).headline;
        const states = one.rows.map((other) => other.state);
        if (state === 'working') expect(new Set(states)).toEqual(new Set(['working']));
        const mayBeDown =
          states.includes('down') ||
          one.incidents.some(
            ({ kind, stage, impact }) => kind === 'incident' && stage !== 'resolved' && impact === 'down',
          );
        if (state === 'down') expect(mayBeDown).toBe(true);
      }),
    );
  });

  it('tells at a lower level nothing that the one above does not', () => {
    fc.assert(
      fc.property(model, (one) => {
        const [names, labels, counts] = [redact(one, 'names'), redact(one, 'labels'), redact(one, 'counts')];
        expect(labels.rows.map(({ name: _, ...rest }) => rest)).toEqual(
          names.rows.map(({ name: _, ...rest }) => rest),
        );
        expect(counts.rows).toEqual([]);
        expect(counts.headline.worst).toBeNull();
        expect(counts.incidents.flatMap((other) => other.rows)).toEqual([]);
        for (const [place, { label }] of one.rows.entries()) {
          const shown = labels.rows[place]?.name ?? '';
          expect(label === null ? /^(Dataset|Service|Lock) \d+$/.test(shown) : shown === label).toBe(true);
        }
      }),
    );
  });
});
