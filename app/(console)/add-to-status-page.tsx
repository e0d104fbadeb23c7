'use client';
/** Adds an object to a status page, lakes by a choice in the question; and says on which pages it is. */
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

export interface AddToStatusPageProps {
  /** One object; or every lake, of which one is chosen. */
  readonly targets: readonly StatusTarget[];
  readonly small?: boolean;
}

export function AddToStatusPage({ targets, small = false }: AddToStatusPageProps) {
  const read = useKnownStatusPages();
  const role = useStatusRefusal('changeStatusPage');
  const [asking, setAsking] = useState(false);
  const pages = read.data?.items ?? null;
  const problem = pages === null && read.error !== null ? problemOf(read.error).sentence : null;
  const complete = read.data?.meta.complete ?? false;
  return (
    <>
      <Button
        small={small}
        icon="status"
        refusal={role ?? problem ?? addRefusal(pages, targets, complete)}
        onClick={() => setAsking(true)}
      >
        Add to a status page…
      </Button>
      {asking && pages !== null ? (
        <AddTarget
          targets={targets}
          pages={openPages(pages, targets)}
          complete={complete}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

export function ShownOnStatusPages({ targets }: Pick<AddToStatusPageProps, 'targets'>) {
  const { data, error } = useKnownStatusPages();
  const problem = error === null ? null : problemOf(error);
  // Without a place for them there are none.
  if (data === undefined && problem?.code === 'unsupported') return null;
  return (
    <OnPages
      pages={data === undefined ? null : pagesWith(data.items, targets)}
      complete={data?.meta.complete ?? false}
      problem={problem?.sentence ?? null}
    />
  );
}
