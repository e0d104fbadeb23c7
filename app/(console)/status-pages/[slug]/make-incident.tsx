'use client';
/** Tells of a new incident or of planned maintenance, with what of the page it touches. */
import { useState } from 'react';
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import { PlainMarkdown } from '@/components/status-pages/incident-list';
import { makeIncidentQuestion, timesProblem } from '@/components/status-pages/incident-questions';
import { incidentOf, rebasedTouched } from '@/components/status-pages/incident-rules';
import { Meanwhile } from '@/components/status-pages/meanwhile';
import { placesOf } from '@/components/status-pages/target-rules';
import { TouchedTargets } from '@/components/status-pages/touched-targets';
import { systemRandom, uuidHex } from '@/lib/base/random';
import type { Incident, StatusPage } from '@/lib/contracts/status-pages';

export interface MakeIncidentProps {
  readonly kind: Incident['kind'];
  /** As it is read now. */
  readonly page: StatusPage;
  readonly onClose: () => void;
}

const nothing = { touched: [] as readonly string[], gone: [] as readonly string[] };

export function MakeIncident({ kind, page, onClose }: MakeIncidentProps) {
  const [openedAt] = useState(() => Date.now());
  const [idempotencyKey] = useState(() => uuidHex(systemRandom));
  const [seen, setSeen] = useState(page);
  const [{ touched, gone }, setTicked] = useState(nothing);
  const take = () => {
    setTicked(rebasedTouched(seen.targets, touched, page.targets));
    setSeen(page);
  };
  return (
    <StatusActDialog
      name="makeIncident"
      slug={page.slug}
      wide
      question={makeIncidentQuestion(kind, seen.title, openedAt)}
      inputOf={(said) => ({
        params: { slug: page.slug },
        body: {
          ...incidentOf(kind, said, placesOf(seen.targets, touched)),
          ...{ revision: seen.revision, idempotencyKey },
        },
      })}
      beside={({ fields }) => (
        <>
          <PlainMarkdown title="Text" text={fields.text ?? ''} />
          <TouchedTargets
            targets={seen.targets}
            touched={touched}
            gone={gone}
            onTouched={(ticked) => setTicked({ touched: ticked, gone })}
          />
        </>
      )}
      lacks={timesProblem}
      wayOut={(forget) => <Meanwhile seen={seen} newest={page} onTake={() => [take(), forget()]} />}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}
