'use client';
/** Goes on with an incident or a maintenance: an update, its end, its post-mortem, on the page as it was seen. */
import { type ReactNode, useState } from 'react';
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import type { Said } from '@/components/actions/action-dialog';
import { PlainMarkdown } from '@/components/status-pages/incident-list';
import {
  postMortemQuestion,
  resolveIncidentQuestion,
  updateIncidentQuestion,
} from '@/components/status-pages/incident-questions';
import { changeOf } from '@/components/status-pages/incident-rules';
import { Meanwhile } from '@/components/status-pages/meanwhile';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { stagesOf } from '@/lib/contracts/status-document';
import type { Incident, StatusPage } from '@/lib/contracts/status-pages';

export interface GoOnIncidentProps {
  /** As it is read now. */
  readonly page: StatusPage;
  readonly kind: 'update' | 'resolve' | 'postMortem';
  /** As it was when the question was asked. */
  readonly incident: Incident;
  readonly onClose: () => void;
}

export function GoOnIncident({ page, kind, incident: asked, onClose }: GoOnIncidentProps) {
  const [idempotencyKey] = useState(() => uuidHex(systemRandom));
  const [seen, setSeen] = useState(page);
  const incident = seen.incidents.find(({ id }) => id === asked.id) ?? asked;
  const params = { slug: page.slug, incident: asked.id };
  const { revision } = seen;
  const shared = {
    name: 'changeIncident',
    ...{ slug: page.slug, onDone: () => undefined, onClose },
    wayOut: (forget: () => void) => (
      <Meanwhile seen={seen} newest={page} onTake={() => [setSeen(page), forget()]} />
    ),
  } as const;
  if (kind === 'update') {
    return (
      <StatusActDialog
        {...shared}
        wide
        question={updateIncidentQuestion(incident)}
        inputOf={(said) => ({ params, body: { ...changeOf(incident, said), revision, idempotencyKey } })}
        beside={previewOf('text', 'Update')}
      />
    );
  }
  if (kind === 'resolve') {
    const stage = stagesOf[incident.kind].at(-1);
    return (
      <StatusActDialog
        {...shared}
        question={resolveIncidentQuestion(incident)}
        inputOf={({ fields }) => ({
          params,
          body: { stage, text: (fields.text ?? '').trim(), revision, idempotencyKey },
        })}
      />
    );
  }
  const preview = previewOf('postMortem', 'Post-mortem');
  return (
    <StatusActDialog
      {...shared}
      wide
      question={postMortemQuestion(incident)}
      inputOf={({ fields }) => ({
        params,
        body: { postMortem: (fields.postMortem ?? '').trim() || null, revision },
      })}
      beside={(said) => (
        <>
          {preview(said)}
          {incident.postMortem === asked.postMortem ? null : (
            <PlainMarkdown title="What stands there now" text={incident.postMortem ?? ''} />
          )}
        </>
      )}
    />
  );
}

function previewOf(field: string, title: string): (said: Said) => ReactNode {
  return ({ fields }) => <PlainMarkdown title={title} text={fields[field] ?? ''} />;
}
