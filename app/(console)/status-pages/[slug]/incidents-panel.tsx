'use client';
/** Tells of incidents and maintenance on a page, goes on with them, and ends them. */
import { useState } from 'react';
import { useStatusRefusal } from '@/app/(console)/status-pages/use-status-refusal';
import { IncidentList } from '@/components/status-pages/incident-list';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { isOpen } from '@/lib/contracts/status-document';
import type { Incident, StatusPage } from '@/lib/contracts/status-pages';
import { GoOnIncident, type GoOnIncidentProps } from './go-on-incident';
import { MakeIncident } from './make-incident';

type Asked =
  | { readonly make: Incident['kind'] }
  | { readonly kind: GoOnIncidentProps['kind']; readonly incident: Incident };

export function IncidentsPanel({ page }: { readonly page: StatusPage }) {
  const refusal = useStatusRefusal('makeIncident');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const ask = (kind: GoOnIncidentProps['kind'], incident: Incident, words: string) => (
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
          <Button small icon="warn" refusal={refusal} onClick={() => setAsked({ make: 'incident' })}>
            Tell of an incident…
          </Button>
          <Button small icon="maint" refusal={refusal} onClick={() => setAsked({ make: 'maintenance' })}>
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
      {asked !== null && 'make' in asked ? (
        <MakeIncident kind={asked.make} page={page} onClose={close} />
      ) : null}
      {asked !== null && 'incident' in asked ? (
        <GoOnIncident page={page} kind={asked.kind} incident={asked.incident} onClose={close} />
      ) : null}
    </Panel>
  );
}
