/** The product state: G.1 13 to 17, G.5 71, and H as total tables of state by event. */
import { describe, expect, it } from 'vitest';
import type { ImportId } from './import-id-rules';
import {
  absentLifecycle,
  activateImport,
  cancelImport,
  completeReconciled,
  dismissFailure,
  failImport,
  type Lifecycle,
  maxGeneration,
  restartLifecycle,
  retract,
  rollBack,
  servingLifecycle,
  startImport,
  type Transition,
} from './lifecycle-rules';

const id = (text: string) => text as ImportId;
const [a, b, c, p, x] = ['a', 'b', 'c', 'p', 'x'].map(id) as [
  ImportId,
  ImportId,
  ImportId,
  ImportId,
  ImportId,
];
const error = { kind: 'write', message: 'disk full' } as const;

function moved(transition: Transition): Lifecycle {
  if (transition.kind === 'refused') throw new Error(`refused: ${transition.refusal.kind}`);
  return transition.to;
}
const refusal = (transition: Transition) => (transition.kind === 'refused' ? transition.refusal : null);
const started = (from: Lifecycle, candidate: ImportId) => moved(startImport(from, candidate));

describe('G.1 lifecycle', () => {
  it('G.1.13 the old import is served until the new one is activated', () => {
    const during = started(servingLifecycle(a), b);
    expect(during.serving).toEqual({ active: a, previous: null });
    const after = moved(activateImport(during, b, 1));
    expect(after).toMatchObject({ serving: { active: b, previous: a }, operation: { state: 'idle' } });
  });

  it('G.1.14 a failed import leaves serving as it was', () => {
    const serving = servingLifecycle(a, p);
    const failed = moved(failImport(started(serving, b), b, 1, error));
    expect(failed.serving).toBe(serving.serving);
    expect(failed.operation).toEqual({ state: 'failed', candidate: b, generation: 1, error });
    const later = moved(activateImport(started(failed, c), c, 2));
    expect(later.serving).toEqual({ active: c, previous: a });
  });

  it('G.1.15 a superseded import can neither activate nor fail the one in flight', () => {
    const inFlight = started(started(servingLifecycle(a), b), c);
    const stale = { kind: 'stale_completion', candidate: b, generation: 1, current: 2 };
    expect(refusal(activateImport(inFlight, b, 1))).toEqual(stale);
    expect(refusal(failImport(inFlight, b, 1, error))).toEqual(stale);
    expect(moved(activateImport(inFlight, c, 2)).serving).toEqual({ active: c, previous: a });
  });

  it('G.1.16 a completion while idle belongs to nothing', () => {
    const refused = { kind: 'no_import_in_flight', candidate: b };
    expect(refusal(activateImport(absentLifecycle, b, 1))).toEqual(refused);
    expect(refusal(failImport(absentLifecycle, b, 1, error))).toEqual(refused);
  });

  it('G.1.17 during the first import nothing is active, and nothing is previous after it', () => {
    const during = started(absentLifecycle, a);
    expect(during.serving).toBeNull();
    expect(moved(activateImport(during, a, 1)).serving).toEqual({ active: a, previous: null });
  });

  it('G.5.71 importing the active one again keeps the way back', () => {
    const during = started(servingLifecycle(a, p), a);
    expect(refusal(activateImport(during, a, 1))?.kind).toBe('wrong_state');
    expect(moved(completeReconciled(during, a, 1))).toEqual({
      serving: { active: a, previous: p },
      operation: { state: 'idle' },
      nextGeneration: 2,
    });
    expect(refusal(completeReconciled(started(servingLifecycle(a), b), b, 1))?.kind).toBe('wrong_state');
    expect(refusal(completeReconciled(during, a, 2))?.kind).toBe('stale_completion');
  });
});

const servings = { '∅': null, A: { active: a, previous: null }, AP: { active: a, previous: p } };
const operations: Record<string, Lifecycle['operation']> = {
  idle: { state: 'idle' },
  importing: { state: 'importing', candidate: c, generation: 4 },
  failed: { state: 'failed', candidate: c, generation: 4, error },
};
type Event = (lifecycle: Lifecycle) => Transition;
const events: Record<string, Event> = {
  'start(x)': (from) => startImport(from, x),
  'activate match': (from) => activateImport(from, c, 4),
  'fail match': (from) => failImport(from, c, 4, error),
  'activate old token': (from) => activateImport(from, c, 3),
  'activate other candidate': (from) => activateImport(from, b, 4),
  'fail future token': (from) => failImport(from, c, 5, error),
  'complete reconciled': (from) => completeReconciled(from, c, 4),
  'roll back': (from) => rollBack(from, { active: a, previous: p }),
  'cancel match': (from) => cancelImport(from, 4),
  'cancel other': (from) => cancelImport(from, 3),
  'dismiss match': (from) => dismissFailure(from, 4),
  'dismiss other': (from) => dismissFailure(from, 3),
  retract,
};

/** The cell of H: what comes out, in one line. */
function cell(from: Lifecycle, event: Event): string {
  const transition = event(from);
  if (transition.kind === 'refused') return transition.refusal.kind;
  const { serving, operation, nextGeneration } = transition.to;
  const pair = serving === null ? '∅' : `${serving.active}${serving.previous ?? ''}`;
  const job =
    operation.state === 'idle'
      ? 'idle'
      : `${operation.state}(${operation.candidate},${operation.generation})`;
  return `${pair} ${job} n${nextGeneration}`;
}

const stale = 'stale_completion';
const none = 'no_import_in_flight';
const no = 'wrong_state';
const table: Record<string, Record<string, string>> = {
  '∅ idle': {
    ...{ 'start(x)': '∅ importing(x,5) n6', 'activate match': none, 'fail match': none },
    ...{ 'activate old token': none, 'activate other candidate': none, 'fail future token': none },
    ...{ 'complete reconciled': none, 'roll back': no, 'cancel match': no, 'cancel other': no },
    ...{ 'dismiss match': no, 'dismiss other': no, retract: no },
  },
  '∅ importing': {
    ...{ 'start(x)': '∅ importing(x,5) n6', 'activate match': 'c idle n5', 'fail match': '∅ failed(c,4) n5' },
    ...{ 'activate old token': stale, 'activate other candidate': stale, 'fail future token': stale },
    ...{ 'complete reconciled': no, 'roll back': no, 'cancel match': '∅ idle n6', 'cancel other': no },
    ...{ 'dismiss match': no, 'dismiss other': no, retract: no },
  },
  '∅ failed': {
    ...{ 'start(x)': '∅ importing(x,5) n6', 'activate match': none, 'fail match': none },
    ...{ 'activate old token': none, 'activate other candidate': none, 'fail future token': none },
    ...{ 'complete reconciled': none, 'roll back': no, 'cancel match': no, 'cancel other': no },
    ...{ 'dismiss match': '∅ idle n5', 'dismiss other': no, retract: no },
  },
  'A idle': {
    ...{ 'start(x)': 'a importing(x,5) n6', 'activate match': none, 'fail match': none },
    ...{ 'activate old token': none, 'activate other candidate': none, 'fail future token': none },
    ...{ 'complete reconciled': none, 'roll back': no, 'cancel match': no, 'cancel other': no },
    ...{ 'dismiss match': no, 'dismiss other': no, retract: '∅ idle n5' },
  },
  'A importing': {
    ...{
      'start(x)': 'a importing(x,5) n6',
      'activate match': 'ca idle n5',
      'fail match': 'a failed(c,4) n5',
    },
    ...{ 'activate old token': stale, 'activate other candidate': stale, 'fail future token': stale },
    ...{ 'complete reconciled': no, 'roll back': no, 'cancel match': 'a idle n6', 'cancel other': no },
    ...{ 'dismiss match': no, 'dismiss other': no, retract: no },
  },
  'A failed': {
    ...{ 'start(x)': 'a importing(x,5) n6', 'activate match': none, 'fail match': none },
    ...{ 'activate old token': none, 'activate other candidate': none, 'fail future token': none },
    ...{ 'complete reconciled': none, 'roll back': no, 'cancel match': no, 'cancel other': no },
    ...{ 'dismiss match': 'a idle n5', 'dismiss other': no, retract: '∅ idle n5' },
  },
  'AP idle': {
    ...{ 'start(x)': 'ap importing(x,5) n6', 'activate match': none, 'fail match': none },
    ...{ 'activate old token': none, 'activate other candidate': none, 'fail future token': none },
    ...{ 'complete reconciled': none, 'roll back': 'pa idle n6', 'cancel match': no, 'cancel other': no },
    ...{ 'dismiss match': no, 'dismiss other': no, retract: '∅ idle n5' },
  },
  'AP importing': {
    ...{
      'start(x)': 'ap importing(x,5) n6',
      'activate match': 'ca idle n5',
      'fail match': 'ap failed(c,4) n5',
    },
    ...{ 'activate old token': stale, 'activate other candidate': stale, 'fail future token': stale },
    ...{ 'complete reconciled': no, 'roll back': no, 'cancel match': 'ap idle n6', 'cancel other': no },
    ...{ 'dismiss match': no, 'dismiss other': no, retract: no },
  },
  'AP failed': {
    ...{ 'start(x)': 'ap importing(x,5) n6', 'activate match': none, 'fail match': none },
    ...{ 'activate old token': none, 'activate other candidate': none, 'fail future token': none },
    ...{ 'complete reconciled': none, 'roll back': 'pa idle n6', 'cancel match': no, 'cancel other': no },
    ...{ 'dismiss match': 'ap idle n5', 'dismiss other': no, retract: '∅ idle n5' },
  },
};

describe('H, state by event', () => {
  const cases = Object.entries(servings).flatMap(([serving, pair]) =>
    Object.entries(operations).flatMap(([state, operation]) =>
      Object.entries(events).map(([name, event]) => ({
        state: `${serving} ${state}`,
        name,
        from: { serving: pair, operation, nextGeneration: 5 } as Lifecycle,
        event,
      })),
    ),
  );
  it('every cell is named', () => expect(cases).toHaveLength(9 * 13));
  it.each(cases)('$state, $name', ({ state, name, from, event }) => {
    const before = structuredClone(from);
    expect(cell(from, event)).toBe(table[state]?.[name]);
    expect(from).toEqual(before);
  });
});

describe('late completions of B at 1, superseded by C at 2', () => {
  const inFlight = started(started(servingLifecycle(a), b), c);
  it.each([
    ['B,1', b, 1],
    ['C,1: the right candidate with an old token', c, 1],
    ['B,2: the wrong candidate with the live token', b, 2],
    ['C,3: a token of the future', c, 3],
  ])('%s while C is importing', (_, candidate, generation) => {
    const stale = { kind: 'stale_completion', candidate, generation, current: 2 };
    expect(refusal(activateImport(inFlight, candidate, generation))).toEqual(stale);
    expect(refusal(failImport(inFlight, candidate, generation, error))).toEqual(stale);
  });
  it('B after C is active or failed, and C a second time', () => {
    const active = moved(activateImport(inFlight, c, 2));
    const failed = moved(failImport(inFlight, c, 2, error));
    expect(refusal(activateImport(active, b, 1))).toEqual({ kind: 'no_import_in_flight', candidate: b });
    expect(refusal(failImport(failed, b, 1, error))).toEqual({ kind: 'no_import_in_flight', candidate: b });
    expect(refusal(activateImport(active, c, 2))).toEqual({ kind: 'no_import_in_flight', candidate: c });
    expect(active.serving?.active).toBe(c);
  });
});

describe('restarts', () => {
  it('continue serving, the tokens, and keep what was interrupted', () => {
    const stored = started(servingLifecycle(a, p), b);
    expect(restartLifecycle(stored, 3, 4)).toEqual({
      lifecycle: { serving: { active: a, previous: p }, operation: { state: 'idle' }, nextGeneration: 2 },
      interrupted: { candidate: b, generation: 1 },
    });
    expect(restartLifecycle(servingLifecycle(a), 4, 4)?.interrupted).toBeNull();
  });
  it('of an older claim continue nothing', () => expect(restartLifecycle(absentLifecycle, 5, 4)).toBeNull());
});

describe('the last token', () => {
  it('is never given out twice', () => {
    const last = { ...absentLifecycle, nextGeneration: maxGeneration };
    expect(refusal(startImport(last, a))).toEqual({ kind: 'generations_exhausted' });
    expect(
      refusal(rollBack({ ...last, serving: { active: a, previous: p } }, { active: a, previous: p })),
    ).toEqual({
      kind: 'generations_exhausted',
    });
    const before = started({ ...last, nextGeneration: maxGeneration - 1 }, a);
    expect(refusal(cancelImport(before, maxGeneration - 1))).toEqual({ kind: 'generations_exhausted' });
  });
});

describe('roll back', () => {
  it('refuses what the operator did not see', () => {
    const from = servingLifecycle(a, p);
    expect(refusal(rollBack(from, { active: a, previous: b }))?.kind).toBe('wrong_state');
    expect(refusal(rollBack(from, { active: b, previous: p }))?.kind).toBe('wrong_state');
    expect(moved(rollBack(from, { active: a, previous: p })).serving).toEqual({ active: p, previous: a });
  });
});
