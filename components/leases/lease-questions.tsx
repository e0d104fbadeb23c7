/** What is asked before leases are taken, and before somebody else's is released. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import { Age, Remaining } from '@/components/ui/age';
import { Bytes } from '@/components/ui/figures';
import type { LeaseRow } from '@/lib/contracts/control';

const hourMs = 3_600_000;

export const leaseDurations: readonly (readonly [string, string])[] = [
  [String(hourMs), '1 hour'],
  [String(8 * hourMs), '8 hours'],
  [String(24 * hourMs), '1 day'],
  [String(7 * 24 * hourMs), '7 days'],
  [String(30 * 24 * hourMs), '30 days'],
];

export function takeLeaseQuestion(version: string | null): DialogQuestion {
  return {
    title: version === null ? 'Which version shall a lease hold?' : `Take a lease on version ${version}?`,
    consequences: [
      'Every lease-aware cleaner keeps the version until the lease ends. Released cleaners do not know leases.',
      'It ends by itself unless it is renewed.',
    ],
    fields: [
      ...(version === null ? [{ id: 'version', label: 'Version', mono: true }] : []),
      { id: 'ttlMs', label: 'For', choices: leaseDurations, initial: String(hourMs) },
      { id: 'workload', label: 'What will read by it', hint: 'Shown beside the lease.' },
    ],
    submit: 'Take lease',
  };
}

export function releaseOthersQuestion(lease: LeaseRow): DialogQuestion {
  const { holder } = lease;
  const who =
    holder === null
      ? 'not recorded'
      : [holder.label, holder.host, holder.workload].filter(Boolean).join(', ');
  return {
    title: `Release somebody else’s lease on version ${lease.version}?`,
    consequences: [
      <>
        Holder: <b>{who}</b>. Taken <Age at={lease.createdAt} />.
      </>,
      <>
        It has <Remaining at={lease.expiresAt} />.
      </>,
      <>
        Only it holds <Bytes bytes={lease.exclusiveBytes} unknown="an amount that was not counted" />.
      </>,
      'Whoever reads by it fails as soon as a cleanup takes the version.',
    ],
    asksReason: true,
    submit: 'Release the lease',
    halt: true,
  };
}
