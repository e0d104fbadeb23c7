'use client';
/** Makes a status page after the question, then opens it. */
import { useState } from 'react';
import type { Said } from '@/components/actions/action-dialog';
import { settingsOf } from '@/components/status-pages/change-rules';
import { LevelTells } from '@/components/status-pages/level-preview';
import { makePageQuestion } from '@/components/status-pages/page-questions';
import { TargetPicker, targetsProblem, trimmedTargets } from '@/components/status-pages/target-picker';
import { redactionLevel } from '@/lib/contracts/status-document';
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { StatusActDialog } from './status-act-dialog';
import { timeZones } from './time-zones';
import { useKnownTargets } from './use-known-targets';

export interface MakePageProps {
  readonly onMade: (slug: string) => void;
  readonly onClose: () => void;
}

export function MakePage({ onMade, onClose }: MakePageProps) {
  const [targets, setTargets] = useState<readonly StatusTarget[]>([]);
  const known = useKnownTargets();
  return (
    <StatusActDialog
      name="makeStatusPage"
      slug={null}
      wide
      question={makePageQuestion(timeZones())}
      inputOf={(said) => ({
        body: { slug: said.fields.slug ?? '', ...settingsOf(said, trimmedTargets(targets)) },
      })}
      beside={(said) => (
        <>
          <LevelTells level={levelOf(said)} />
          <TargetPicker targets={targets} onTargets={setTargets} {...known} />
        </>
      )}
      lacks={() => targetsProblem(targets)}
      onDone={({ slug }) => onMade(slug)}
      onClose={onClose}
    />
  );
}

export function levelOf({ fields }: Said) {
  return redactionLevel.catch('labels').parse(fields.level);
}
