// @vitest-environment happy-dom
/** Each verdict has its own word, none but a proven one is green; a report whose time is over is stale; what deletes is nowhere. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ReplicaRow, type ServingVerdict, servingVerdict } from '@/lib/contracts/serving';
import type { ReplicaDetail, ServingReport } from '@/lib/contracts/serving-report';
import { askingBlocked, offeredActions } from './asking-rules';
import { clockAxisOf } from './clock-axis-rules';
import { FailureFacts } from './failure-facts';
import { HeadDecision } from './head-decision';
import { MemoryFacts } from './memory-facts';
import { ReplicaPanels } from './replica-panels';
import { PlanServing, replicasServing } from './served-here';
import { Confidence, ServingAxes } from './serving-badges';
import {
  certaintyWord,
  headRows,
  holdSays,
  operationWord,
  recoverySays,
  verdictWords,
} from './serving-words';

const now = Date.parse('2030-01-01T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const row: ReplicaRow = {
  ...{ env: 'prod', set: 'berlin', lineage: 'osm-lance-v2', replica: 'eu-1', verdict: 'healthy' },
  ...{ sentence: 'It serves what it should.', problems: [], confidence: 'fresh', pinned: false },
  operation: {
    state: 'idle',
    candidate: null,
    generation: null,
    at: null,
    step: null,
    progress: null,
    error: null,
  },
  ...{ reportedAt: ago(0), freshUntil: '2999-01-01T00:00:00.000Z', servingVersion: '7', cleanVersion: '7' },
  ...{ observedHead: '7', activeImport: 'a4f93eb5d7676df5', dataset: null, datasetUri: null, retired: null },
};

const report: ServingReport = {
  instance: '9f2c',
  fence: { epoch: 12, seq: 48, nextGeneration: 8, standing: 'owner' },
  ...{
    publishedAt: ago(0),
    heartbeatMs: 30_000,
    datasetUri: null,
    lastFailure: null,
    failures: [],
    failuresKept: 20,
    recovery: null,
    acks: [],
  },
  serving: { active: 'a4f93eb5d7676df5', previous: null, activatedAt: ago(30), contentPresent: true },
  imports: { cleanSource: 'import_seal', desired: null, active: null, previous: null, origin: null },
  history: {
    ...{ publicationVersion: '7', cleanVersion: '7', cleanVersionSource: 'import_seal', servingVersion: '7' },
    ...{
      pinned: false,
      observedHead: '7',
      observedAt: ago(10),
      local: ['7'],
      localTotal: 1,
      localTruncated: false,
    },
    maintenance: { versions: [], total: 0, provenance: 'caller_asserted' },
  },
  head: {
    stated: { kind: 'serve_head', version: '7', provenance: null, reason: null },
    derived: { kind: 'serve_head', version: '7', provenance: null, reason: null },
    ...{ row: 2, agrees: true },
  },
  copy: {
    ...{ rootLabel: 'volume', rootKind: 'volume', rootSource: 'VOLUME', declared: null },
    mirror: { configured: true, hasActive: true, throughVersion: '7', state: 'current' },
    activation: { volumeRequiresMirror: false, ephemeralRequiresMirror: true, verdict: 'activate' },
  },
  seals: { origin: 'verified', active: 'verified', checkedAt: ago(10) },
  retention: {
    ...{ authority: 'none', hold: 'no_gc_authority', derivedHold: 'no_gc_authority', graceUntil: null },
    ...{
      keepVersions: ['7'],
      keepTotal: 1,
      inventory: { active: 'complete', previous: null },
      collectable: 0,
    },
  },
  memory: {
    ...{ currentBytes: null, maxBytes: null, maxState: 'unlimited', peakBytes: null, anonBytes: null },
    ...{ fileBytes: null, kernelBytes: null, slabReclaimableBytes: null, processRssBytes: null },
    ...{ phases: [], reasons: [] },
  },
  capabilities: ['ack_drift', 'pin_clean', 'delete_everything'],
};
const detail: ReplicaDetail = {
  ...row,
  key: 'k',
  url: null,
  report,
  believed: true,
  others: [],
  headCertainty: null,
};

afterEach(cleanup);

describe('a verdict', () => {
  const green: readonly ServingVerdict[] = ['healthy'];

  it.each(servingVerdict.options)(
    '%s has a word and a tone of its own, and is green only where it is proven',
    (verdict) => {
      const { tone, word } = verdictWords[verdict];
      expect(tone === 'ok').toBe(green.includes(verdict));
      expect(servingVerdict.options.filter((one) => verdictWords[one].word === word)).toEqual([verdict]);
    },
  );

  it.each<[ServingVerdict, string]>([
    ['unreadable', 'Unreadable'],
    ['invalid', 'Contradicts itself'],
    ['stale', 'Stale'],
    ['deposed', 'Deposed writer'],
    ['disagrees', 'Disagrees'],
    ['no_report', 'No report'],
    ['observed', 'Observed only'],
  ])('%s is shown as %s, not green', (verdict, word) => {
    const { container } = render(<ServingAxes replica={{ ...row, verdict }} />);
    expect(screen.getByText(word)).toBeDefined();
    expect(container.querySelector('.badge.ok')).toBeNull();
  });

  it('whose report’s time is over while the page stands is stale, whatever it said', async () => {
    const over = { ...row, freshUntil: '2020-01-01T00:00:00.000Z' };
    const { container } = render(
      <>
        <ServingAxes replica={over} />
        <Confidence replica={over} />
      </>,
    );
    expect(await screen.findByText('Stale')).toBeDefined();
    expect(container.querySelector('.badge.ok')).toBeNull();
    expect(container.textContent).toContain('stale,');
  });

  it('of a replica that was given up is that, and no other', () => {
    const retired = { at: ago(1), actor: 'root', reason: 'gone' };
    render(<ServingAxes replica={{ ...row, verdict: 'stale', retired }} />);
    expect(screen.getByText('Retired')).toBeDefined();
  });

  it('without a report that can be believed has no known operation', () => {
    expect(operationWord(null)).toMatchObject({ tone: 'unk', word: 'Unknown' });
  });
});

describe('the head decision', () => {
  it('is explained by its row and the reader’s own', () => {
    render(<HeadDecision report={report} certainty={null} problems={[]} past={false} />);
    expect(screen.getByText(/2 of 6/).textContent).toContain(headRows[2].facts);
    expect(screen.getByText('Agrees').className).toContain('ok');
  });

  it('that the reader does not share is flagged with what it decides', () => {
    const derived = { kind: 'checkout_clean', version: '7', provenance: null, reason: null } as const;
    const { container } = render(
      <HeadDecision
        report={{ ...report, head: { ...report.head, derived, row: 5, agrees: false } }}
        certainty={null}
        problems={[]}
        past={false}
      />,
    );
    expect(screen.getByText('Disagrees').className).toContain('warn');
    expect(container.textContent).toContain('Serve clean version 7, pinned');
    expect(container.querySelector('.badge.ok')).toBeNull();
  });

  it('that nobody can check is not called agreed', () => {
    const head = { ...report.head, derived: null, row: null, agrees: null };
    const { container } = render(
      <HeadDecision report={{ ...report, head }} certainty={null} problems={[]} past={false} />,
    );
    expect(screen.getByText('Cannot be checked')).toBeDefined();
    expect(container.querySelector('.badge.ok')).toBeNull();
  });
});

describe('what the history says of a later head', () => {
  const walk = {
    ...{ lake: 'demo', path: 't.lance', from: '8', to: '10', verified: ['8', '9'], verifiedTotal: 2 },
    ...{ endedAt: '10', operation: 'Append', at: ago(1), requests: 6, bytes: 900 },
  };
  const shown = (change: Partial<NonNullable<ReplicaDetail['headCertainty']>>, past = false) => {
    const certainty = { of: 'drift', certainty: 'proven', sentence: 'Because.', walk, ...change } as const;
    return render(<HeadDecision report={report} certainty={certainty} problems={[]} past={past} />).container;
  };

  it('names the versions that were walked, where the walk ended, and what it cost', () => {
    const container = shown({});
    expect(screen.getByText('Drift, proven').className).toContain('warn');
    expect(container.textContent).toContain(
      'Walked from v8 towards v10: v8, v9 verified, ended at v10 (Append)',
    );
    expect(container.textContent).toContain('6 requests');
  });

  it('tells a walk that came to no answer from one that found nothing', () => {
    const nothing = { ...walk, verified: [], endedAt: null, operation: null };
    const unanswered = shown({ certainty: 'unknown', walk: { ...nothing, verifiedTotal: null } }).textContent;
    expect(unanswered).toContain('Walked from v8 towards v10: not walked to an answer');
    expect(unanswered).not.toContain('none is verified');
    const none = shown({ certainty: 'unknown', walk: { ...nothing, verifiedTotal: 0 } }).textContent;
    expect(none).toContain('none is verified maintenance');
  });

  it.each([
    ['descendant', 'proven', 'ok'],
    ['descendant', 'asserted', 'maint'],
    ['descendant', 'contradicted', 'warn'],
    ['drift', 'proven', 'warn'],
    ['drift', 'contradicted', 'warn'],
    ['drift', 'unknown', 'unk'],
  ] as const)('%s %s is %s', (of, certainty, tone) => {
    expect(certaintyWord({ of, certainty }).tone).toBe(tone);
    expect(
      shown({ of, certainty, walk: null }, true).querySelector('dd .badge.ok:not(:first-child)'),
    ).toBeNull();
  });
});

describe('failures', () => {
  const failure = {
    kind: 'source',
    message: 'gone',
    candidate: 'a4f93eb5d7676df5',
    generation: 3,
    at: ago(5),
  };
  const shown = (change: Partial<ServingReport>) =>
    render(<FailureFacts report={{ ...report, ...change }} />).container.textContent ?? '';

  it('are all told that the report keeps, the newest first', () => {
    const older = { ...failure, kind: 'write', message: null, generation: 2, at: ago(9) };
    const text = shown({ lastFailure: failure, failures: [failure, older] });
    expect(text.indexOf('source: gone')).toBeLessThan(text.indexOf('write'));
    expect(text).not.toContain('not recorded');
  });

  it('before the newest are not recorded where the report keeps no list', () => {
    expect(shown({ lastFailure: failure, failures: null })).toMatch(/source: gone.*not recorded/);
  });

  it('are as many as the report keeps, where there may have been more', () => {
    expect(shown({ failures: [failure], failuresKept: 1 })).toContain('A report keeps the last 1.');
    expect(shown({ failures: [failure], failuresKept: 2 })).not.toContain('keeps the last');
  });

  it('that never were are said so', () => expect(shown({})).toContain('No failure is on record'));
});

it.each([
  [null, 'None needed'],
  [{ kind: 'hydrate_from_mirror', version: '7' }, 'Fetch version 7'],
  [{ kind: 'serve_available_previous', version: '5' }, 'Serve version 5'],
  [{ kind: 'unserviceable', version: null }, 'None possible'],
] as const)('recovery %o is told', (recovery, words) => {
  expect(recoverySays(recovery, report.head.stated)).toContain(words);
});

it('no recovery is called needless where nothing is decided of the head', () => {
  expect(recoverySays(null, null)).toMatch(/^Not known/);
});

describe('the panels of a replica', () => {
  const tones = (change: Partial<ReplicaDetail>) => {
    const importing = { ...row.operation, state: 'importing' } as ReplicaDetail['operation'];
    const { container } = render(<ReplicaPanels replica={{ ...detail, operation: importing, ...change }} />);
    return ['ok', 'run'].map((tone) => container.querySelectorAll(`.badge.${tone}`).length);
  };

  it('are green and at work where the report is fresh', () => {
    expect(tones({})).toEqual([4, 1]);
  });

  it.each<[string, Partial<ReplicaDetail>]>([
    ['that is stale', { confidence: 'stale', verdict: 'stale' }],
    ['whose time is over since this page was made', { freshUntil: '2020-01-01T00:00:00.000Z' }],
    ['of no known age', { confidence: 'unknown' }],
    ['of a deposed writer', { verdict: 'deposed' }],
  ])('have nothing green and nothing at work in a report %s', (_, change) => {
    expect(tones(change)).toEqual([0, 0]);
  });

  it('keep what such a report warned of', () => {
    const seals = { ...report.seals, active: 'missing' } as const;
    render(<ReplicaPanels replica={{ ...detail, confidence: 'stale', report: { ...report, seals } }} />);
    expect(screen.getByText('Missing').className).toContain('stop');
  });
});

it.each([
  [null, 'No gate'],
  ['incomplete_inventory', 'Incomplete inventory'],
  ['grace_period_active', 'Grace period'],
  ['no_gc_authority', 'No authority'],
] as const)('the gate %s is told', (hold, words) => {
  expect(holdSays(hold)).toContain(words);
});

it('memory that is not known is never zero, and unlimited is no number', () => {
  const { container } = render(<MemoryFacts memory={report.memory} />);
  expect(container.textContent).toContain('not known');
  expect(container.textContent).toContain('unlimited');
  expect(container.textContent).not.toMatch(/\b0 B/);
});

describe('actions', () => {
  it('are those that the document lists and this console knows, none of a report that is not believed', () => {
    expect(offeredActions(detail)).toEqual(['pin_clean', 'ack_drift']);
    expect(offeredActions({ ...detail, believed: false })).toEqual([]);
  });

  it.each<[string, Partial<ReplicaDetail>, RegExp]>([
    ['a stale report', { confidence: 'stale' }, /stale/],
    ['a deposed writer', { verdict: 'deposed' }, /lost its place/],
    ['a report at an address', { key: null }, /address/],
    ['no drift', {}, /no drift/],
  ])('%s refuses', (_, change, words) => {
    expect(askingBlocked({ ...detail, ...change }, 'ack_drift')).toMatch(words);
  });

  it('a fresh report with drift lets it be acknowledged', () => {
    const stated = { kind: 'checkout_clean', version: '7', provenance: null, reason: null } as const;
    const drifted = { ...detail, report: { ...report, head: { ...report.head, stated } } };
    expect(askingBlocked(drifted, 'ack_drift')).toBeNull();
  });
});

describe('a plan', () => {
  it('names the replicas that serve a version about to go, or call it clean', () => {
    const serves = replicasServing(
      [row, { ...row, replica: 'eu-2', servingVersion: '9', cleanVersion: '9' }],
      new Set(['7']),
    );
    render(<PlanServing serving={serves} unknown={[]} />);
    expect(screen.getByText('berlin/eu-1').getAttribute('href')).toContain(
      '/serving/prod/berlin/replicas/eu-1',
    );
    expect(screen.queryByText('berlin/eu-2')).toBeNull();
  });

  it('says nothing where nobody serves any of it', () => {
    const { container } = render(
      <PlanServing serving={replicasServing([row], new Set(['3']))} unknown={[]} />,
    );
    expect(container.textContent).toBe('');
  });
});

describe('the three clocks', () => {
  it('begin where a report dates them, and a stale copy is silent from its last report on', () => {
    const silent = { ...detail, replica: 'us-1', confidence: 'stale', verdict: 'stale' } as const;
    const late = { ...silent, report: { ...report, publishedAt: ago(15) } };
    const { replicas, history, imports } = clockAxisOf([detail, late], now);
    expect(replicas.map(({ bars }) => bars.map(({ kind, to }) => [kind, Number(to.toFixed(2))]))).toEqual([
      [['served', 1]],
      [
        ['warn', 0.76],
        ['silent', 1],
      ],
    ]);
    expect(imports[0]?.bars[0]?.label).toBe('import a4f93eb5d7676df5');
    expect(history[0]?.bars[0]).toMatchObject({ label: 'head v7', to: 1 });
  });

  it('of a report that cannot be believed nothing is drawn but that', () => {
    const { imports, replicas } = clockAxisOf([{ ...detail, believed: false, report: null }], now);
    expect(imports).toEqual([]);
    expect(replicas[0]?.bars[0]?.kind).toBe('unknown');
  });
});
