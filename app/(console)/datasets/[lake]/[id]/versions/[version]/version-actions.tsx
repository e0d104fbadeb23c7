'use client';
/** What can be done for one version: protect it at once, tag it, hold it by a lease, verify it. */
import { useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { useVerifyRefusal } from '@/app/(console)/use-verify-refusal';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { RefusalView } from '@/components/actions/refusal-view';
import { takeLeaseQuestion } from '@/components/leases/lease-questions';
import { createTagQuestion } from '@/components/references/reference-questions';
import { Button } from '@/components/ui/button';
import { VerificationView } from '@/components/versions/verification-view';
import { useAct } from '@/lib/client/mutations/act';
import { useVerify } from '@/lib/client/mutations/verify';
import { type DatasetPlace, useDataset } from '@/lib/client/queries/datasets';

export interface VersionActionsProps {
  readonly place: DatasetPlace;
  readonly version: string;
}

export function VersionActions({ place: { lake, id, branch = null }, version }: VersionActionsProps) {
  const gate = useGate(lake);
  const place = { lake, dataset: id };
  const params = { lake, id };
  const dataset = useDataset({ lake, id, branch });
  const mayNotTag = gate.refusal('createTag') ?? dataset.data?.tagging.create ?? null;
  const [asked, setAsked] = useState<'tag' | 'lease' | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const protect = useAct('createTag', place);
  const unprotect = useAct('deleteTag', place);
  const verify = useVerify({ lake, id, version, branch });
  const failed = (error: Error) => setNotice({ says: error.message, failed: true });
  const tagged = (
    { name, etag }: { readonly name: string; readonly etag: string },
    notes: readonly string[],
  ) =>
    setNotice({
      ...{ says: `Tag ${name} protects v${version}.`, notes },
      undo: {
        ...{ label: 'Undo', pending: false },
        run: () =>
          unprotect.mutate(
            { params: { ...params, tag: name }, body: { etag, reason: 'undone at once' } },
            {
              onSuccess: () => setNotice({ says: `Tag ${name} is gone again.` }),
              onError: failed,
            },
          ),
      },
    });
  return (
    <>
      {notice === null ? null : (
        <ActionNotice
          notice={
            notice.undo ? { ...notice, undo: { ...notice.undo, pending: unprotect.isPending } } : notice
          }
          onClose={() => setNotice(null)}
        />
      )}
      <div className="actions-row">
        <Button
          small
          icon="tag"
          pending={protect.isPending}
          refusal={mayNotTag}
          onClick={() =>
            protect.mutate(
              { params, body: { name: keepName(version), version, branch } },
              { onSuccess: ({ tag, notes }) => tagged(tag, notes), onError: failed },
            )
          }
        >
          Protect this version
        </Button>
        <Button small icon="tag" refusal={mayNotTag} onClick={() => setAsked('tag')}>
          Create tag…
        </Button>
        <Button small icon="lease" refusal={gate.refusal('takeLease')} onClick={() => setAsked('lease')}>
          Take lease…
        </Button>
        <VerifyButton pending={verify.isPending} onClick={() => verify.mutate()} />
      </div>
      {protect.error ? <RefusalView error={protect.error} /> : null}
      {verify.error ? <RefusalView error={verify.error} /> : null}
      {verify.data === undefined ? null : <VerificationView verification={verify.data.verification} />}
      {asked === 'tag' ? (
        <ActDialog
          name="createTag"
          place={place}
          question={createTagQuestion(version, keepName(version), gate.limit('createTag'))}
          inputOf={({ fields }) => ({ params, body: { name: fields.name ?? '', version, branch } })}
          onDone={({ tag, notes }) => tagged(tag, notes)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'lease' ? (
        <ActDialog
          name="takeLease"
          place={place}
          question={takeLeaseQuestion(version)}
          inputOf={({ fields }) => ({
            params,
            body: { version, branch, ttlMs: Number(fields.ttlMs), workload: fields.workload ?? '' },
          })}
          onDone={({ lease, notes }) =>
            setNotice({ says: `Lease ${lease.id} holds v${version} until ${lease.expiresAt}.`, notes })
          }
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

function VerifyButton({ pending, onClick }: { readonly pending: boolean; readonly onClick: () => void }) {
  return (
    <Button small icon="check" pending={pending} refusal={useVerifyRefusal()} onClick={onClick}>
      Verify
    </Button>
  );
}

/** `keep-7-2030-01-31`, by this browser's calendar in UTC. */
function keepName(version: string): string {
  return `keep-${version}-${new Date().toISOString().slice(0, 10)}`;
}
