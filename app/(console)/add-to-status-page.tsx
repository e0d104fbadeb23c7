'use client';
/** Says on which status pages an object is, and adds it to one more; lakes are chosen in the question. */
import { useState } from 'react';
import { useStatusRefusal } from '@/app/(console)/status-pages/use-status-refusal';
import { addRefusal, openPages, pagesWith } from '@/components/status-pages/add-rules';
import { OnPages } from '@/components/status-pages/on-pages';
import { Button } from '@/components/ui/button';
import { late } from '@/components/ui/late';
import { problemOf } from '@/components/ui/problem';
import { useKnownStatusPages } from '@/lib/client/queries/status-pages';
import type { StatusTarget } from '@/lib/contracts/status-pages';

const AddTarget = late(() => import('./add-target').then((module) => module.AddTarget));

/** @param props.targets one object; or every lake, of which one is chosen */
export function AddToStatusPage({ targets }: { readonly targets: readonly StatusTarget[] }) {
  const read = useKnownStatusPages();
  const role = useStatusRefusal('changeStatusPage');
  const [asking, setAsking] = useState(false);
  const pages = read.data?.items ?? null;
  const problem = pages === null && read.error !== null ? problemOf(read.error).sentence : null;
  return (
    <span className="on-pages">
      <OnPages pages={pagesWith(pages ?? [], targets)} />
      <Button
        small
        icon="status"
        refusal={role ?? problem ?? addRefusal(pages, targets)}
        onClick={() => setAsking(true)}
      >
        Add to a status page…
      </Button>
      {asking && pages !== null ? (
        <AddTarget targets={targets} pages={openPages(pages, targets)} onClose={() => setAsking(false)} />
      ) : null}
    </span>
  );
}
