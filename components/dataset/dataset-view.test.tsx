// @vitest-environment happy-dom
/** The identity row and its notices: unknown is said, a released writer is amber, an unset policy frees nothing. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import { BranchPicker } from './branch-picker';
import { DatasetHead } from './dataset-head';
import { DatasetNotices } from './dataset-notices';
import { datasetTabLinks, datasetTabOf } from './dataset-tabs';
import { policyKeeps, policySentence } from './policy-words';

afterEach(cleanup);

const meta = {
  ...{
    readAt: '2026-06-12T14:02:00.000Z',
    storeTime: null,
    requests: 2,
    bytes: 10,
    complete: true,
    notes: [],
  },
};
const noPolicy = {
  olderThan: null,
  olderThanMs: null,
  retainVersions: null,
  keepTags: [],
  source: 'none',
} as const;

const dataset: DatasetDetail = {
  ...{ lake: 'demo', id: 'a b~100%~日', path: 'a b/100%/日', name: '日', uri: 's3://lake/a b/100%/日' },
  ...{ state: 'unknown', problem: null, latest: null, latestStoredAt: null, rows: null, bytes: null },
  ...{ branches: null, tags: null, leases: null, retirements: null, intents: null, corrupt: 2, branch: null },
  ...{ branchNames: ['exp'], namingScheme: 'v2', versionCount: { kind: 'up_to', value: '60' }, holes: null },
  ...{
    tagging: { create: null, change: null },
    detached: null,
    policy: { ...noPolicy, keepTags: [] },
    autoCleanup: {},
    writer: null,
    writerFlags: [],
    readOnly: [],
  },
  ...{ dataFormat: null, fragments: null, indices: null, releasedWriter: null, damage: [], probed: false },
};

describe('DatasetHead', () => {
  it('says what is not known, and never zero or green', () => {
    render(<DatasetHead name="日" dataset={{ ...dataset, meta }} waiting={null} onBranch={() => {}} />);
    const text = document.body.textContent ?? '';
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('日');
    for (const words of ['Head not known', 'rows not read yet', 'size not read yet', 'Not fully read']) {
      expect(text).toContain(words);
    }
    expect(text).toContain('2 corrupt control files');
    expect(document.querySelector('.badge.ok')).toBeNull();
    expect(text).toContain('No policy is set: nothing is called reclaimable.');
  });

  it('keeps the focus where it is when the dataset arrives', () => {
    const head = (read: boolean) => (
      <DatasetHead
        name="日"
        dataset={read ? { ...dataset, meta } : null}
        waiting="Reading…"
        onBranch={() => {}}
        crumb={{ href: '/datasets/demo/x/versions', here: 'v3' }}
      />
    );
    const { rerender } = render(head(false));
    const link = screen.getByRole('link', { name: '日' });
    link.focus();
    rerender(head(true));
    expect(document.activeElement).toBe(link);
    expect(screen.queryByText('Reading…')).toBeNull();
  });
});

describe('DatasetNotices', () => {
  it('is silent where there is nothing to say', () => {
    const { container } = render(<DatasetNotices dataset={dataset} />);
    expect(container.childElementCount).toBe(0);
  });

  it('tells damage, read-only and the released writer apart', () => {
    render(
      <DatasetNotices
        dataset={{
          ...dataset,
          damage: ['v3 is truncated.'],
          readOnly: ['It was copied.'],
          releasedWriter: true,
          writer: 'lance 8.0.0',
          leases: 1,
        }}
      />,
    );
    const [damage, released, readOnly] = screen.getAllByRole('note');
    expect(damage?.className).toContain('stop');
    expect(released?.className).toContain('warn');
    expect(released?.textContent).toContain('lance 8.0.0 wrote the head');
    expect(readOnly?.textContent).toContain('It was copied.');
  });

  it('does not warn of released cleaners where they overlook nothing', () => {
    const plain = { ...dataset, releasedWriter: true, leases: 0, retirements: 0, intents: 0 };
    const { container } = render(<DatasetNotices dataset={plain} />);
    expect(container.textContent).toBe('');
    cleanup();
    render(<DatasetNotices dataset={{ ...plain, intents: null }} />);
    expect(screen.getByRole('note').className).toContain('warn');
  });
});

describe('policy words', () => {
  it.each([
    [
      { ...noPolicy, retainVersions: 16, source: 'lake' },
      "Policy keeps the last 16 versions, from this console's configuration for the lake.",
    ],
    [
      { ...noPolicy, olderThan: '14days', retainVersions: 1, keepTags: ['a'], source: 'auto_cleanup' },
      "Policy keeps the last version, everything younger than 14days and tags a, from the dataset's own lance.auto_cleanup settings.",
    ],
    [noPolicy, 'No policy is set: nothing is called reclaimable.'],
  ] as const)('%j', (policy, sentence) => {
    expect(policySentence({ ...policy, keepTags: [...policy.keepTags] })).toBe(sentence);
  });

  it('keeps nothing where nothing is set', () => {
    expect(policyKeeps({ ...noPolicy, keepTags: [] })).toBeNull();
  });
});

describe('BranchPicker', () => {
  it('offers main and the rest, and one that is gone but in the address', () => {
    const onBranch = vi.fn();
    render(<BranchPicker branches={['exp']} branch="gone" onBranch={onBranch} />);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'main',
      'gone',
      'exp',
    ]);
    fireEvent.change(screen.getByLabelText('Branch'), { target: { value: '' } });
    expect(onBranch).toHaveBeenCalledWith(null);
  });
});

describe('tabs', () => {
  it('leaves out a count nobody knows', () => {
    const counts = (over: Partial<DatasetDetail>) =>
      datasetTabLinks('leases', { ...dataset, ...over }, (tab) => `/${tab}`).map(({ count }) => count);
    expect(counts({})).toEqual(Array(7).fill(null));
    expect(counts({ tags: 2, branches: 1, leases: 0, versionCount: { kind: 'exact', value: '60' } })).toEqual(
      [60, 3, 0, null, null, null, null],
    );
  });

  it('knows its own names only', () => {
    expect(datasetTabOf('storage')).toBe('storage');
    expect(datasetTabOf('toString')).toBeNull();
  });
});
