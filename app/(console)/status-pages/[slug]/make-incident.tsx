'use client';
/** Tells of a new incident or of planned maintenance, with what of the page it touches. */
import { type ReactNode, useState } from 'react';
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import type { Said } from '@/components/actions/action-dialog';
import { PlainMarkdown } from '@/components/status-pages/incident-list';
import {
  makeIncidentQuestion,
  makeMaintenanceQuestion,
  timesProblem,
} from '@/components/status-pages/incident-questions';
import { incidentOf } from '@/components/status-pages/incident-rules';
import { TouchedTargets } from '@/components/status-pages/touched-targets';
import type { StatusPage } from '@/lib/contracts/status-pages';

export interface MakeIncidentProps {
  readonly page: StatusPage;
  readonly onClose: () => void;
}

export function MakeIncident({ page, onClose }: MakeIncidentProps) {
  const { openedAt, seen, touched, beside } = useTouched(page);
  return (
    <StatusActDialog
      name="makeIncident"
      slug={page.slug}
      wide
      question={makeIncidentQuestion(seen, openedAt)}
      inputOf={(said) => ({ params: { slug: page.slug }, body: incidentOf('incident', said, touched) })}
      beside={beside}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

export function MakeMaintenance({ page, onClose }: MakeIncidentProps) {
  const { openedAt, seen, touched, beside } = useTouched(page);
  return (
    <StatusActDialog
      name="makeIncident"
      slug={page.slug}
      wide
      question={makeMaintenanceQuestion(seen, openedAt)}
      inputOf={(said) => ({ params: { slug: page.slug }, body: incidentOf('maintenance', said, touched) })}
      beside={beside}
      lacks={timesProblem}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

/** The page as it was when the question was asked, and the places of its targets that were ticked. */
function useTouched(page: StatusPage) {
  const [openedAt] = useState(() => Date.now());
  const [seen] = useState(page);
  const [touched, setTouched] = useState<readonly number[]>([]);
  const beside = ({ fields }: Said): ReactNode => (
    <>
      <PlainMarkdown title="Text" text={fields.text ?? ''} />
      <TouchedTargets targets={seen.targets} touched={touched} onTouched={setTouched} />
    </>
  );
  return { openedAt, seen, touched, beside };
}
