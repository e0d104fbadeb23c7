'use client';
/** Adds one object to a status page after the question; what outsiders will read of it stands in the dialog. */
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import type { Said } from '@/components/actions/action-dialog';
import { isOn } from '@/components/status-pages/add-rules';
import { AddPreview } from '@/components/status-pages/on-pages';
import { addTargetQuestion } from '@/components/status-pages/page-questions';
import type { StatusPage, StatusTarget } from '@/lib/contracts/status-pages';

export interface AddTargetProps {
  readonly targets: readonly StatusTarget[];
  /** Those that not all of `targets` are on. */
  readonly pages: readonly StatusPage[];
  /** False: there may be more than could be read. */
  readonly complete: boolean;
  readonly onClose: () => void;
}

export function AddTarget({ targets, pages, complete, onClose }: AddTargetProps) {
  const single = targets.length === 1 ? (targets[0] ?? null) : null;
  const lakes = targets.flatMap((target) => (target.kind === 'lake' ? [target.lake] : []));
  const chosenOf = ({ fields }: Said): StatusTarget | undefined => {
    const target = single ?? targets.find((one) => one.kind === 'lake' && one.lake === fields.lake);
    if (target === undefined) return undefined;
    return { ...target, label: wordsOf(fields.label), description: wordsOf(fields.description) };
  };
  const pageOf = ({ fields }: Said) => pages.find(({ slug }) => slug === fields.slug);
  return (
    <StatusActDialog
      name="changeStatusPage"
      slug={null}
      question={addTargetQuestion(single, pages, lakes, complete)}
      inputOf={(said) => {
        const page = pageOf(said);
        const target = chosenOf(said);
        return {
          params: { slug: page?.slug ?? '' },
          body: {
            targets: [...(page?.targets ?? []), ...(target === undefined ? [] : [target])],
            revision: page?.revision ?? 0,
          },
        };
      }}
      lacks={(said) => {
        const page = pageOf(said);
        const target = chosenOf(said);
        if (page === undefined || target === undefined) return 'Choose a page.';
        return isOn(page, target) ? 'It is on this page already.' : null;
      }}
      beside={(said) => {
        const page = pageOf(said);
        const target = chosenOf(said);
        return page === undefined || target === undefined ? null : <AddPreview page={page} target={target} />;
      }}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

function wordsOf(text: string | undefined): string | null {
  return text?.trim() || null;
}
