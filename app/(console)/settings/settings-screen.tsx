'use client';
/** Settings with their answers: a panel per lake, each failing by itself, then this browser and this session. */
import { BrowserSettings } from '@/components/settings/browser-settings';
import { Age } from '@/components/ui/age';
import { Answered } from '@/components/ui/answered';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { useLakes } from '@/lib/client/queries/lakes';
import { useSession } from '@/lib/client/queries/session';
import { EndSessions } from './end-sessions';
import { LakePanel } from './lake-panel';

/** @param runtimeId the server process that rendered the page */
export function SettingsScreen({ runtimeId }: { readonly runtimeId: string }) {
  const lakes = useLakes();
  const session = useSession();
  const role = session.data?.caller.role ?? null;
  return (
    <>
      <PageHead
        title="Settings"
        sub="Lakes and policies come from the configuration file; this page changes none of it."
      />
      <div className="stack">
        {lakes.data === undefined ? (
          <Panel title="Lakes">
            <Answered answer={lakes} what="lakes">
              {() => null}
            </Answered>
          </Panel>
        ) : lakes.data.items.length === 0 ? (
          <Panel title="Lakes" meta={lakes.data.meta}>
            <Empty says="No lake is configured." />
          </Panel>
        ) : (
          lakes.data.items.map((lake) => <LakePanel key={lake.id} lake={lake} role={role} />)
        )}
        <div className="cols-2">
          <Panel title="This browser">
            <BrowserSettings />
          </Panel>
          <Panel title="This session">
            <Answered answer={session} what="this session" rows={3}>
              {({ caller, endsEverywhere }) => (
                <>
                  <dl className="facts pad">
                    <dt>Signed in as</dt>
                    <dd>{caller.actor}</dd>
                    <dt>Role</dt>
                    <dd>{caller.role}</dd>
                    <dt>Since</dt>
                    <dd>
                      <Age at={caller.signedInAt} />
                    </dd>
                    <dt>Ends</dt>
                    <dd>
                      <Age at={caller.expiresAt} />
                    </dd>
                    <dt>Server process</dt>
                    <dd>
                      <code className="id">{runtimeId}</code>
                      <CopyButton text={runtimeId} label="Copy server process id" />
                    </dd>
                  </dl>
                  <EndSessions possible={endsEverywhere} />
                </>
              )}
            </Answered>
          </Panel>
        </div>
      </div>
    </>
  );
}
