/** The older report is told by its shape, and a document that names a schema is never taken for it (D.1). */
import { describe, expect, it } from 'vitest';
import { readPhaseB } from './phase-b-rules';

const active = 'a4f93eb5d7676df5';
const report = {
  lifecycle: { serving: { active, previous: null }, operation: { state: 'idle' } },
  ...{ artifact_present: true, cgroup_memory: { current_bytes: 1, max_bytes: null } },
};

describe('D.1', () => {
  it('is read, and no ceiling beside a readable current is unlimited or not understood', () => {
    expect(readPhaseB(report)).toMatchObject({ kind: 'read', max: 'unlimited_or_unreadable' });
  });

  it.each<[string, unknown]>([
    ['one that names a schema', { ...report, schema: 'lance-serving-status/2' }],
    ['one whose schema is null', { ...report, schema: null }],
    ['one without memory', { lifecycle: report.lifecycle, artifact_present: true }],
    ['a list', [report]],
    ['nothing', null],
  ])('%s is another shape', (_, json) => expect(readPhaseB(json)).toEqual({ kind: 'other' }));

  it('previous as active contradicts itself, and an id that is none is not in form', () => {
    const serving = (pair: unknown) => ({ ...report, lifecycle: { ...report.lifecycle, serving: pair } });
    expect(readPhaseB(serving({ active, previous: active }))).toEqual({ kind: 'previous_is_active' });
    expect(readPhaseB(serving({ active: 'x', previous: null }))).toMatchObject({ kind: 'not_in_form' });
  });
});
