/** Cells of one version: what its manifest would tell says 'not read yet' until somebody has read it, never zero. */
import type { ReactElement, ReactNode } from 'react';
import { Instant } from '@/components/ui/age';
import { isPlain } from '@/components/ui/anchor';
import { Chip, Chips } from '@/components/ui/chip';
import type { VersionRow } from '@/lib/contracts/versions';
import { operationWords } from './operation-words';
import {
  atRiskWords,
  chipWords,
  earliestWords,
  iconOfProtection,
  titleOfProtection,
  toneOfProtection,
} from './protection-words';

/** Shown in a cell before its version's chips no longer fit. */
const MOST_CHIPS = 4;

export function VersionLink({
  row,
  href,
  onSelect,
}: {
  readonly row: VersionRow;
  readonly href: string;
  readonly onSelect: (version: string) => void;
}): ReactElement {
  return (
    <span className="row-name">
      <a
        href={href}
        data-row-link=""
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          onSelect(row.version);
        }}
      >
        v{row.version}
      </a>
      {row.detached && <span className="faint">detached</span>}
    </span>
  );
}

/** @param children the value, used only when the manifest is read */
export function FromManifest({
  row,
  children,
}: {
  readonly row: VersionRow;
  readonly children: ReactNode;
}): ReactElement {
  if (row.read === 'read') return <>{children}</>;
  if (row.read === 'not_yet') return <span className="faint">not read yet</span>;
  return (
    <span className="stop unreadable" data-tip={row.problem ?? undefined}>
      not readable
    </span>
  );
}

export function OperationWords({ operation }: { readonly operation: string | null }): ReactElement {
  if (operation === null) return <span className="faint">not recorded</span>;
  const words = operationWords(operation);
  return <span data-tip={words === operation ? undefined : operation}>{words}</span>;
}

export function KeptBecause({ row }: { readonly row: VersionRow }): ReactElement {
  const shown = row.protections.slice(0, MOST_CHIPS);
  const more = row.protections.length - shown.length;
  return (
    <Chips>
      {row.atRisk && (
        <Chip icon="warn" tone="warn" tip={atRiskWords}>
          unguarded
        </Chip>
      )}
      {shown.map((protection) => {
        const tone = toneOfProtection(protection);
        const { words, subject } = titleOfProtection(protection);
        return (
          <Chip
            key={`${protection.kind} ${protection.subject}`}
            icon={tone === 'unk' ? 'unk' : iconOfProtection(protection)}
            tip={`${words} ${subject}. Ends when ${protection.endsWhen}.`}
            {...(tone === 'warn' || tone === 'stop' ? { tone } : {})}
          >
            {chipWords(protection)}
          </Chip>
        );
      })}
      {more > 0 && <span className="faint">and {more} more</span>}
      {row.verdict === 'reclaimable' && (
        <Chip icon="free" free>
          reclaimable
        </Chip>
      )}
      {row.verdict === 'unknown' && row.protections.length === 0 && <span className="faint">not known</span>}
    </Chips>
  );
}

export function EarliestCell({ row }: { readonly row: VersionRow }): ReactElement {
  const earliest = row.earliestReclaim;
  if (earliest.kind === 'at') {
    return (
      <>
        {earliest.estimated && <span className="faint">about </span>}
        <Instant at={earliest.at} />
      </>
    );
  }
  const words = { now: 'now', never: 'no date', unknown: 'not known' }[earliest.kind];
  return (
    <span className={earliest.kind === 'now' ? undefined : 'faint'} data-tip={earliestWords(earliest)}>
      {words}
      {earliest.kind === 'now' && earliest.estimated && <span className="faint">, estimated</span>}
    </span>
  );
}
