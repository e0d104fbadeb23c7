/** The version ribbon: the whole history in one picture, with its reach, its legend, its twin table and its card. */
import { type ReactElement, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { formatCount, plural } from '@/components/ui/format-count';
import { layoutRibbon, type RibbonFacts } from './ribbon-layout';
import { RibbonLegend } from './ribbon-legend';
import { RibbonMarksTable } from './ribbon-marks-table';
import { RibbonStage } from './ribbon-stage';
import { useWidth } from './use-width';

/** How many versions to show; null is all. */
export const spans = [41, 200, null] as const;
export type Span = (typeof spans)[number];

export interface VersionRibbonProps {
  /** The dataset's name, and the branch's where it is not main. */
  readonly name: string;
  readonly facts: RibbonFacts;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
  readonly cursor: bigint | null;
  readonly pinned: bigint | null;
  readonly onLook: (version: bigint | null) => void;
  readonly onPin: (version: bigint | null) => void;
  /** What the policy keeps; null where there is none. */
  readonly policyWords: string | null;
  /** The card beside it: why the version under the crosshair is kept. */
  readonly card: ReactNode;
  /** Age and cost of the picture. */
  readonly foot: ReactNode;
}

export function VersionRibbon(props: VersionRibbonProps): ReactElement {
  const { name, facts, span, onSpan, card, foot } = props;
  const title = useId();
  const table = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 847);
  const layout = useMemo(() => layoutRibbon(facts, width), [facts, width]);
  const [asTable, setAsTable] = useState(false);

  return (
    <section className="panel ribbon" aria-labelledby={title}>
      <div className="lanes">
        <div className="panel-head bare">
          <h2 id={title}>Version ribbon</h2>
          <span className="muted">{summaryOf(facts)}</span>
          <span className="end">
            <button
              type="button"
              className="link-btn caption"
              aria-expanded={asTable}
              aria-controls={table}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? 'Hide table' : 'Show as table'}
            </button>
            <SpanChoice span={span} onSpan={onSpan} />
          </span>
        </div>
        <div ref={frame} className="r-frame">
          <RibbonStage
            layout={layout}
            label={`Versions of ${name}`}
            cursor={props.cursor}
            pinned={props.pinned}
            onLook={props.onLook}
            onPin={props.onPin}
            policyWords={props.policyWords}
          />
        </div>
        <RibbonLegend layout={layout} />
        <div id={table}>{asTable && <RibbonMarksTable facts={facts} name={name} onPin={props.onPin} />}</div>
        {foot}
      </div>
      {card}
    </section>
  );
}

function SpanChoice({ span, onSpan }: Pick<VersionRibbonProps, 'span' | 'onSpan'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: three buttons in a row, no fields
    <span className="segment" role="group" aria-label="Versions shown">
      {spans.map((each) => (
        <button key={each ?? 'all'} type="button" aria-pressed={each === span} onClick={() => onSpan(each)}>
          {each ?? 'All'}
        </button>
      ))}
    </span>
  );
}

/** `41 versions: 16 by policy, 13 held, 12 reclaimable`; nothing is called reclaimable where it is not known. */
export function summaryOf({ bins }: Pick<RibbonFacts, 'bins'>): ReactNode {
  const total = { count: 0, policy: 0, held: 0, reclaimable: 0, unknown: 0 };
  for (const bin of bins) {
    total.count += bin.count;
    total.policy += bin.policy;
    total.held += bin.held + bin.latest;
    total.reclaimable += bin.reclaimable;
    total.unknown += bin.unknown;
  }
  const parts = [
    [total.policy, 'by policy'],
    [total.held, 'held'],
    [total.reclaimable, 'reclaimable'],
    [total.unknown, 'unknown'],
  ] as const;
  return (
    <>
      {plural(total.count, 'version')}
      {parts
        .filter(([count]) => count > 0)
        .map(([count, words], index) => (
          <span key={words}>
            {index === 0 ? ': ' : ', '}
            <b>{formatCount(count)}</b> {words}
          </span>
        ))}
    </>
  );
}
