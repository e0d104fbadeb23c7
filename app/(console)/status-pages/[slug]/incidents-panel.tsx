'use client';
/** Tells of incidents and maintenance on a page, goes on with them, and ends them. */
import { type ReactNode, useState } from 'react';
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import { useStatusRefusal } from '@/app/(console)/status-pages/use-status-refusal';
import type { Said } from '@/components/actions/action-dialog';
import { IncidentList, PlainMarkdown } from '@/components/status-pages/incident-list';
import {
  postMortemQuestion,
  resolveIncidentQuestion,
  updateIncidentQuestion,
} from '@/components/status-pages/incident-questions';
import { changeOf } from '@/components/status-pages/incident-rules';
import { stagesOf } from '@/components/status-pages/status-words';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { isOpen } from '@/lib/contracts/status-document';
import type { Incident, StatusPage } from '@/lib/contracts/status-pages';
import { MakeIncident, MakeMaintenance } from './make-incident';

type Asked =
  | { readonly kind: 'incident' | 'maintenance' }
  | { readonly kind: 'update' | 'resolve' | 'postMortem'; readonly incident: Incident };

export function IncidentsPanel({ page }: { readonly page: StatusPage }) {
  const refusal = useStatusRefusal('makeIncident');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const ask = (kind: 'update' | 'resolve' | 'postMortem', incident: Incident, words: string) => (
    <Button
      small
      refusal={refusal}
      aria-label={`${words}: ${incident.title}…`}
      onClick={() => setAsked({ kind, incident })}
    >
      {words}…
    </Button>
  );
  return (
    <Panel
      title="Incidents and maintenance"
      className="snug"
      actions={
        <>
          <Button small icon="warn" refusal={refusal} onClick={() => setAsked({ kind: 'incident' })}>
            Tell of an incident…
          </Button>
          <Button small icon="maint" refusal={refusal} onClick={() => setAsked({ kind: 'maintenance' })}>
            Plan maintenance…
          </Button>
        </>
      }
    >
      <IncidentList
        incidents={page.incidents}
        targets={page.targets}
        actionsOf={(incident) => (
          <>
            {ask('update', incident, 'Add an update')}
            {isOpen(incident)
              ? ask('resolve', incident, incident.kind === 'incident' ? 'Resolve' : 'Complete')
              : null}
            {ask(
              'postMortem',
              incident,
              incident.postMortem === null ? 'Write a post-mortem' : 'Change the post-mortem',
            )}
          </>
        )}
      />
      {asked?.kind === 'incident' ? <MakeIncident page={page} onClose={close} /> : null}
      {asked?.kind === 'maintenance' ? <MakeMaintenance page={page} onClose={close} /> : null}
      {asked !== null && 'incident' in asked ? (
        <GoOn page={page} kind={asked.kind} incident={asked.incident} onClose={close} />
      ) : null}
    </Panel>
  );
}

interface GoOnProps {
  readonly page: StatusPage;
  readonly kind: 'update' | 'resolve' | 'postMortem';
  readonly incident: Incident;
  readonly onClose: () => void;
}

function GoOn({ page, kind, incident, onClose }: GoOnProps) {
  const params = { slug: page.slug, incident: incident.id };
  const shared = { name: 'changeIncident', slug: page.slug, onDone: () => undefined, onClose } as const;
  if (kind === 'update') {
    return (
      <StatusActDialog
        {...shared}
        wide
        question={updateIncidentQuestion(incident)}
        inputOf={(said) => ({ params, body: changeOf(incident, said) })}
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
        inputOf={({ fields }) => ({ params, body: { stage, text: (fields.text ?? '').trim() } })}
      />
    );
  }
  return (
    <StatusActDialog
      {...shared}
      wide
      question={postMortemQuestion(incident)}
      inputOf={({ fields }) => ({ params, body: { postMortem: (fields.postMortem ?? '').trim() || null } })}
      beside={previewOf('postMortem', 'Post-mortem')}
    />
  );
}

function previewOf(field: string, title: string): (said: Said) => ReactNode {
  return ({ fields }) => <PlainMarkdown title={title} text={fields[field] ?? ''} />;
}
