'use client';
/** Opens, changes and deletes a page; what it was when the question was asked stands until somebody takes the newest. */
import { useState } from 'react';
import { levelOf } from '@/app/(console)/status-pages/make-page';
import { StatusActDialog } from '@/app/(console)/status-pages/status-act-dialog';
import { timeZones } from '@/app/(console)/status-pages/time-zones';
import { useKnownTargets } from '@/app/(console)/status-pages/use-known-targets';
import { useStatusRefusal } from '@/app/(console)/status-pages/use-status-refusal';
import { changedSettings, rebasedTargets, settingsOf } from '@/components/status-pages/change-rules';
import { LevelTells } from '@/components/status-pages/level-preview';
import { livingLinks } from '@/components/status-pages/link-rules';
import { Meanwhile } from '@/components/status-pages/meanwhile';
import { OpenPublic } from '@/components/status-pages/page-facts';
import { changePageQuestion, deletePageQuestion } from '@/components/status-pages/page-questions';
import { TargetPicker, targetsProblem, trimmedTargets } from '@/components/status-pages/target-picker';
import { Button } from '@/components/ui/button';
import { navigate } from '@/components/ui/navigate';
import type { StatusPage, StatusTarget } from '@/lib/contracts/status-pages';

export function PageActions({ page }: { readonly page: StatusPage }) {
  const refusal = useStatusRefusal('changeStatusPage');
  const [asking, setAsking] = useState<'change' | 'delete' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <OpenPublic page={page} />
      <Button icon="settings" refusal={refusal} onClick={() => setAsking('change')}>
        Change…
      </Button>
      <Button icon="close" variant="halt" refusal={refusal} onClick={() => setAsking('delete')}>
        Delete…
      </Button>
      {asking === 'change' ? <ChangePage page={page} onClose={close} /> : null}
      {asking === 'delete' ? <DeletePage page={page} onClose={close} /> : null}
    </>
  );
}

interface AskedProps {
  /** As it is read now. */
  readonly page: StatusPage;
  readonly onClose: () => void;
}

function ChangePage({ page, onClose }: AskedProps) {
  const [seen, setSeen] = useState(page);
  const [touched, setTouched] = useState<readonly StatusTarget[] | null>(null);
  const known = useKnownTargets();
  const targets = touched ?? seen.targets;
  const changed = (said: Parameters<typeof settingsOf>[0]) =>
    changedSettings(seen, settingsOf(said, touched === null ? seen.targets : trimmedTargets(touched)));
  const take = () => {
    if (touched !== null) setTouched(rebasedTargets(seen.targets, touched, page.targets));
    setSeen(page);
  };
  return (
    <StatusActDialog
      name="changeStatusPage"
      slug={page.slug}
      wide
      question={changePageQuestion(seen, timeZones())}
      inputOf={(said) => ({
        params: { slug: page.slug },
        body: { ...changed(said), revision: seen.revision },
      })}
      beside={(said) => (
        <>
          <LevelTells level={levelOf(said)} />
          <TargetPicker targets={targets} onTargets={setTouched} {...known} />
        </>
      )}
      lacks={(said) =>
        targetsProblem(targets) ??
        (Object.keys(changed(said)).length === 0 ? 'Nothing is changed yet.' : null)
      }
      wayOut={(forget) => <Meanwhile seen={seen} newest={page} onTake={() => [take(), forget()]} />}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

function DeletePage({ page, onClose }: AskedProps) {
  const [openedAt] = useState(() => Date.now());
  const [seen, setSeen] = useState(page);
  return (
    <StatusActDialog
      name="deleteStatusPage"
      slug={page.slug}
      question={deletePageQuestion(seen, livingLinks(seen.links, openedAt))}
      inputOf={() => ({ params: { slug: page.slug }, body: { revision: seen.revision } })}
      wayOut={(forget) => <Meanwhile seen={seen} newest={page} onTake={() => [setSeen(page), forget()]} />}
      onDone={() => navigate('/status-pages')}
      onClose={onClose}
    />
  );
}
