'use client';
/** What can be done to leases, on their dataset's tab and on the board of all: one's own at once, somebody else's after a question. */
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { releaseOthersQuestion, takeLeaseQuestion } from '@/components/leases/lease-questions';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/table-column';
import { useAct } from '@/lib/client/mutations/act';
import type { DatasetPlace } from '@/lib/client/queries/datasets';
import type { LeaseRow } from '@/lib/contracts/control';
import { holderLabel } from '@/lib/contracts/lease-actions';

export type AskedLease =
  | { readonly kind: 'take'; readonly place: DatasetPlace }
  | { readonly kind: 'release'; readonly lease: LeaseRow };

export function leaseActionsColumn(
  onAsk: (asked: AskedLease) => void,
  onNotice: (notice: Notice) => void,
): Column<LeaseRow> {
  return {
    id: 'actions',
    header: 'Actions',
    cell: (lease) => <LeaseRowActions lease={lease} onAsk={onAsk} onNotice={onNotice} />,
  };
}

interface LeaseRowActionsProps {
  readonly lease: LeaseRow;
  readonly onAsk: (asked: AskedLease) => void;
  readonly onNotice: (notice: Notice) => void;
}

function LeaseRowActions({ lease, onAsk, onNotice }: LeaseRowActionsProps) {
  const gate = useGate(lease.lake);
  const place = { lake: lease.lake, dataset: lease.dataset };
  const params = { lake: lease.lake, id: lease.dataset, lease: lease.id };
  const renew = useAct('renewLease', place);
  const release = useAct('releaseLease', place);
  const own = gate.actor !== null && lease.holder?.label === holderLabel(gate.actor);
  const failed = (error: Error) => onNotice({ says: error.message, failed: true });
  const version = `v${lease.version}`;
  if (!own) {
    return (
      <Button
        small
        refusal={gate.refusal('releaseLease', true)}
        aria-label={`Release somebody else’s lease on ${version}`}
        onClick={() => onAsk({ kind: 'release', lease })}
      >
        Release…
      </Button>
    );
  }
  return (
    <span className="row-actions">
      <Button
        small
        pending={renew.isPending}
        refusal={gate.refusal('renewLease')}
        aria-label={`Renew lease on ${version}`}
        onClick={() =>
          renew.mutate(
            { params, body: {} },
            {
              onSuccess: (reply) =>
                onNotice({
                  says: `The lease on ${version} holds until ${reply.lease.expiresAt}.`,
                  notes: reply.notes,
                }),
              onError: failed,
            },
          )
        }
      >
        Renew
      </Button>
      <Button
        small
        pending={release.isPending}
        refusal={gate.refusal('releaseLease')}
        aria-label={`Release lease on ${version}`}
        onClick={() =>
          release.mutate(
            { params, body: {} },
            {
              onSuccess: ({ notes }) =>
                onNotice({
                  says: `Your lease on ${version} is released; take another to hold it again.`,
                  notes,
                }),
              onError: failed,
            },
          )
        }
      >
        Release
      </Button>
    </span>
  );
}

export interface LeaseActionsProps {
  readonly asked: AskedLease | null;
  readonly notice: Notice | null;
  readonly onAsk: (asked: AskedLease | null) => void;
  readonly onNotice: (notice: Notice | null) => void;
}

export function LeaseActions({ asked, notice, onAsk, onNotice }: LeaseActionsProps) {
  const close = () => onAsk(null);
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => onNotice(null)} />}
      {asked?.kind === 'take' ? <TakeDialog place={asked.place} onNotice={onNotice} onClose={close} /> : null}
      {asked?.kind === 'release' ? (
        <ReleaseDialog lease={asked.lease} onNotice={onNotice} onClose={close} />
      ) : null}
    </>
  );
}

interface Told {
  readonly onNotice: (notice: Notice) => void;
  readonly onClose: () => void;
}

function TakeDialog({
  place: { lake, id, branch = null },
  onNotice,
  onClose,
}: Told & { readonly place: DatasetPlace }) {
  return (
    <ActDialog
      name="takeLease"
      place={{ lake, dataset: id }}
      question={takeLeaseQuestion(null)}
      inputOf={({ fields: { version = '', ttlMs, workload = '' } }) => ({
        params: { lake, id },
        body: { version, branch, ttlMs: Number(ttlMs), workload },
      })}
      onDone={({ lease, notes }) =>
        onNotice({ says: `Lease ${lease.id} holds v${lease.version} until ${lease.expiresAt}.`, notes })
      }
      onClose={onClose}
    />
  );
}

function ReleaseDialog({ lease, onNotice, onClose }: Told & { readonly lease: LeaseRow }) {
  const { lake, dataset, id, version } = lease;
  return (
    <ActDialog
      name="releaseLease"
      place={{ lake, dataset }}
      question={releaseOthersQuestion(lease)}
      inputOf={({ reason }) => ({ params: { lake, id: dataset, lease: id }, body: { reason } })}
      onDone={({ notes }) => onNotice({ says: `The lease on v${version} is released.`, notes })}
      onClose={onClose}
    />
  );
}
