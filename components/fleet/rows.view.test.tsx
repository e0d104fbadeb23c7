// @vitest-environment happy-dom
/** Rows tell what is known and no more: no invented holder, no green for trouble, corrupt files with their bytes. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LeaseHolder, LeaseStanding } from '@/components/leases/lease-columns';
import { ReferenceVisibility } from '@/components/references/reference-columns';
import { RetirementBadge } from '@/components/retirement/retirement-columns';
import type { LeaseRow, ReferenceRow } from '@/lib/contracts/control';
import { CorruptList } from './corrupt-list';
import { FleetStorage } from './fleet-storage';

afterEach(cleanup);

const place = { lake: 'demo', dataset: 'a~b', datasetName: 'b', key: '_refs/x' };
const at = '2026-06-12T14:02:00.000Z';

const lease: LeaseRow = {
  ...place,
  id: 'f00d',
  namespace: 'main',
  branch: null,
  version: '7',
  versionStanding: 'present',
  createdAt: at,
  ttlMicros: '1000',
  expiresAt: at,
  standing: 'active',
  holder: null,
  exclusiveBytes: null,
  warning: null,
};

const tag: ReferenceRow = {
  ...place,
  kind: 'tag',
  name: 'nightly',
  visibility: 'visible',
  state: 'live',
  targetBranch: null,
  targetVersion: '7',
  targetStanding: 'present',
  createdAt: at,
  updatedAt: null,
  storedAt: at,
  etag: null,
  generation: null,
  identifier: null,
  zombie: false,
  deletionOf: null,
  legacy: false,
  metadata: {},
  unknownKeys: [],
  exclusiveBytes: null,
  problem: null,
};

describe('leases', () => {
  it('say that nobody recorded a holder', () => {
    render(<LeaseHolder lease={lease} />);
    expect(screen.getByText('holder not recorded')).toBeDefined();
  });

  it.each([
    [lease, 'ok'],
    [{ ...lease, warning: 'A released cleanup would delete it.' }, 'warn'],
    [{ ...lease, versionStanding: 'missing' as const }, 'warn'],
    [{ ...lease, standing: 'unknown' as const }, 'unk'],
    [{ ...lease, standing: 'expired' as const }, 'unk'],
  ])('%#: are green only when nothing is in the way', (row, tone) => {
    const { container } = render(<LeaseStanding lease={row} />);
    expect(container.querySelector('.badge')?.className).toBe(`badge ${tone}`);
  });
});

it('a tag whose version is gone is dangling, whatever readers see', () => {
  const { container } = render(<ReferenceVisibility row={{ ...tag, targetStanding: 'missing' }} />);
  expect(container.querySelector('.badge.warn')?.textContent).toBe('Dangling');
});

it('an abandoned seal is red and says both', () => {
  const { container } = render(<RetirementBadge row={{ marker: 'sealed', standing: 'abandoned' }} />);
  expect(container.querySelector('.badge.stop')?.textContent).toBe('sealed, abandoned');
});

it('a corrupt file shows reason, key and bytes as text', () => {
  const row = {
    ...place,
    area: 'lease' as const,
    reason: 'No id.',
    bytes: 30,
    storedAt: at,
    excerpt: '<img src=x onerror=alert(1)>\\x00',
  };
  const { container } = render(<CorruptList rows={[row, { ...row, key: '_refs/y', excerpt: null }]} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('pre')?.textContent).toBe(row.excerpt);
  expect(container.textContent).toContain('Its body was not read.');
  expect(screen.getAllByRole('link', { name: 'b' })[0]?.getAttribute('href')).toBe('/datasets/demo/a~b');
});

describe('fleet storage', () => {
  it('says over how many datasets it counted', () => {
    const storage = {
      counted: 2,
      totalBytes: 100_000,
      byReason: [
        { reason: 'live' as const, bytes: 90_000 },
        { reason: 'tag' as const, bytes: 10_000 },
        { reason: 'lease' as const, bytes: 0 },
      ],
      oldestReadAt: at,
    };
    const { container } = render(<FleetStorage storage={storage} datasets={9} />);
    expect(container.textContent).toContain('counted in 2 of 9 datasets');
    expect(container.querySelectorAll('.bar > i')).toHaveLength(2);
    expect(container.textContent).toContain('90.0%');
  });

  it('draws nothing before a count', () => {
    const storage = { counted: 0, totalBytes: 0, byReason: [], oldestReadAt: null };
    const { container } = render(<FleetStorage storage={storage} datasets={9} />);
    expect(container.querySelector('.bar')).toBeNull();
    expect(container.textContent).toContain('No dataset has been counted yet');
  });
});
