/** Models of status pages for tests: rows as samples would have made them, at a fixed instant. */
import type { StatusDay, StatusState } from '@/lib/contracts/status-document';
import type { ModelRow, StatusModel } from '@/lib/server/status/status-model';

export const madeAt = '2026-06-12T14:02:18.000Z';
export const reliableUntil = '2026-06-12T14:17:18.000Z';

export function statusRow(given: Partial<ModelRow> = {}): ModelRow {
  return {
    ...{ key: 'r1', kind: 'dataset', name: 'events', label: null, description: null },
    ...{ state: 'working', code: 'working', since: '2026-06-12T09:00:00.000Z' },
    lastCommitAt: '2026-06-12T13:58:00.000Z',
    lastProvenAt: '2026-06-12T12:00:00.000Z',
    retention: { state: 'working', code: 'nothing_due', count: null },
    provenPercent: 99.825,
    days: statusDays(),
    ...given,
  };
}

/** Ninety days up to `madeAt`, all working but those named by how many days ago they were. */
export function statusDays(unlike: Readonly<Record<number, StatusState | null>> = {}): readonly StatusDay[] {
  return Array.from({ length: 90 }, (_, place) => {
    const ago = 89 - place;
    const state = unlike[ago] === undefined ? 'working' : unlike[ago];
    const day = new Date(Date.parse(madeAt) - ago * 86_400_000).toISOString().slice(0, 10);
    return { day, state, provenPercent: state === 'working' ? 100 : state === null ? null : 50 };
  });
}

export type ModelIncident = StatusModel['incidents'][number];

export function statusIncident(given: Partial<ModelIncident> = {}): ModelIncident {
  return {
    ...{ id: '01M7MBR2QRT5N2C9V6X3R1D0EH', kind: 'incident', title: 'Docs search is behind in Europe' },
    ...{ stage: 'identified', impact: 'degraded', startsAt: '2026-06-12T13:40:00.000Z', endsAt: null },
    ...{ rows: [0], postMortem: null },
    updates: [
      { at: '2026-06-12T13:58:00.000Z', by: 'olga', text: 'Other regions are up to date.' },
      { at: '2026-06-12T13:49:00.000Z', by: 'olga', text: 'The European copy missed **two** updates.' },
    ],
    ...given,
  };
}

export function statusModel(given: Partial<StatusModel> = {}): StatusModel {
  return {
    ...{ title: 'Acme lake status', level: 'names', timeZone: 'UTC', madeAt, reliableUntil },
    ...{ rows: [statusRow()], incidents: [] },
    ...given,
  };
}
