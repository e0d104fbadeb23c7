'use client';
/** Makes and revokes the secret links of a page; a secret is shown where it was made, once. */
import { useState } from 'react';
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import { useStatusRefusal } from '@/app/(console)/status-pages/use-status-refusal';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { makeLinkQuestion, revokeLinkQuestion } from '@/components/status-pages/link-questions';
import { LinkTable } from '@/components/status-pages/link-table';
import { instantOf } from '@/components/status-pages/moment-rules';
import { SecretOnce } from '@/components/status-pages/secret-once';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { StatusLink, StatusPage } from '@/lib/contracts/status-pages';

interface Told {
  readonly link: StatusLink;
  readonly address: string;
}

export function LinksPanel({ page }: { readonly page: StatusPage }) {
  const refusal = useStatusRefusal('makeStatusLink');
  const [asking, setAsking] = useState<'make' | StatusLink | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const close = () => setAsking(null);
  return (
    <Panel
      title="Secret links"
      className="snug"
      caption={
        page.visibility === 'public' ? 'The page is public: it opens without them too.' : 'The only way in.'
      }
      actions={
        <Button small icon="plus" refusal={refusal} onClick={() => setAsking('make')}>
          Make a link…
        </Button>
      }
    >
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      {told === null ? null : <SecretOnce {...told} onClose={() => setTold(null)} />}
      <LinkTable
        links={page.links}
        actionsOf={(link) => (
          <Button
            small
            variant="halt"
            refusal={refusal}
            aria-label={`Revoke the link for ${link.note}…`}
            onClick={() => setAsking(link)}
          >
            Revoke…
          </Button>
        )}
      />
      {asking === 'make' ? (
        <MakeLink
          page={page}
          onMade={({ link, path }) => setTold({ link, address: new URL(path, window.location.origin).href })}
          onClose={close}
        />
      ) : null}
      {asking !== null && asking !== 'make' ? (
        <StatusActDialog
          name="revokeStatusLink"
          slug={page.slug}
          question={revokeLinkQuestion(asking, page)}
          inputOf={() => ({ params: { slug: page.slug, link: asking.id }, body: {} })}
          onDone={() => {
            if (told?.link.id === asking.id) setTold(null);
            setNotice({ says: `The link for ${asking.note} is revoked.` });
          }}
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}

interface MakeLinkProps {
  readonly page: StatusPage;
  readonly onMade: (made: { readonly link: StatusLink; readonly path: string }) => void;
  readonly onClose: () => void;
}

function MakeLink({ page, onMade, onClose }: MakeLinkProps) {
  /** One end for all that is shown and sent, however long the dialog stands. */
  const [openedAt] = useState(() => Date.now());
  return (
    <StatusActDialog
      name="makeStatusLink"
      slug={page.slug}
      question={makeLinkQuestion(page, openedAt)}
      inputOf={({ fields }) => ({
        params: { slug: page.slug },
        body: { note: (fields.note ?? '').trim(), expiresAt: instantOf(fields.expires ?? '') ?? '' },
      })}
      onDone={onMade}
      onClose={onClose}
    />
  );
}
