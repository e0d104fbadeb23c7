/** All that is known of why one version is kept: its danger, its reasons, and the earliest instant it could go. */
import type { ReactElement, ReactNode } from 'react';
import { Instant } from '@/components/ui/age';
import { Icon } from '@/components/ui/icon';
import type { VersionRow } from '@/lib/contracts/versions';
import { atRiskWords, earliestWords } from './protection-words';
import { ReasonsList } from './reasons-list';

type Facts = Pick<VersionRow, 'atRisk' | 'problem' | 'protections' | 'verdict' | 'earliestReclaim'>;

export function VersionReasons({ version }: { readonly version: Facts }): ReactElement {
  return (
    <>
      {version.atRisk && <Line tone="warn">{atRiskWords}</Line>}
      {version.problem !== null && <Line tone="stop">{version.problem}</Line>}
      {version.protections.length === 0 ? (
        <p className="state">
          {version.verdict === 'unknown' ? 'No reason is known.' : 'Nothing keeps this version.'}
        </p>
      ) : (
        <ReasonsList protections={version.protections} />
      )}
      <Earliest earliest={version.earliestReclaim} />
    </>
  );
}

function Line({ tone, children }: { readonly tone: 'warn' | 'stop'; readonly children: ReactNode }) {
  return (
    <p className={`card-line ${tone}`}>
      <Icon name={tone} size="sm" />
      <span>{children}</span>
    </p>
  );
}

function Earliest({ earliest }: { readonly earliest: VersionRow['earliestReclaim'] }) {
  return (
    <dl className="earliest">
      <dt>Earliest reclaim</dt>
      <dd>
        {earliestWords(earliest)} {earliest.kind === 'at' && <Instant at={earliest.at} />}
      </dd>
      {'estimated' in earliest && earliest.estimated && <dd>Estimated until its manifest is read.</dd>}
    </dl>
  );
}
