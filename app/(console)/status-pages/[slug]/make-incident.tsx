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
import { placesOf } from '@/components/status-pages/target-rules';
import { TouchedTargets } from '@/components/status-pages/touched-targets';
import type { StatusPage } from '@/lib/contracts/status-pages';

export interface MakeIncidentProps {
  readonly page: StatusPage;
  readonly onClose: () => void;
}

export function MakeIncident({ page, onClose }: MakeIncidentProps) {
  const { openedAt, title, touched, beside } = useTouched(page);
  return (
    <StatusActDialog
      name="makeIncident"
      slug={page.slug}
      wide
      question={makeIncidentQuestion(title, openedAt)}
      inputOf={(said) => ({
        params: { slug: page.slug },
        body: incidentOf('incident', said, placesOf(page.targets, touched)),
      })}
      beside={beside}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

export function MakeMaintenance({ page, onClose }: MakeIncidentProps) {
  const { openedAt, title, touched, beside } = useTouched(page);
  return (
    <StatusActDialog
      name="makeIncident"
      slug={page.slug}
      wide
      question={makeMaintenanceQuestion(title, openedAt)}
      inputOf={(said) => ({
        params: { slug: page.slug },
        body: incidentOf('maintenance', said, placesOf(page.targets, touched)),
      })}
      beside={beside}
      lacks={timesProblem}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

/** The title as it was when the question was asked, and what of the page was ticked. */
function useTouched(page: StatusPage) {
  const [openedAt] = useState(() => Date.now());
  const [title] = useState(page.title);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const beside = ({ fields }: Said): ReactNode => (
    <>
      <PlainMarkdown title="Text" text={fields.text ?? ''} />
      <TouchedTargets targets={page.targets} touched={touched} onTouched={setTouched} />
    </>
  );
  return { openedAt, title, touched, beside };
}
