/** The ribbon as one control: a slider over versions for keyboard, mouse and touch; the picture itself is its face. */
import { type KeyboardEvent, type PointerEvent, type ReactElement, useMemo, useRef } from 'react';
import { placeOf } from './ribbon-columns';
import { RibbonCrosshair, RibbonSelection, RibbonVersionTicks } from './ribbon-crosshair';
import { ribbonKey } from './ribbon-keys';
import { RibbonLanes } from './ribbon-lanes';
import { CHART_HEIGHT, type RibbonLayout } from './ribbon-layout';
import { RibbonPicture } from './ribbon-picture';
import { versionAt } from './ribbon-pointer';

export interface RibbonStageProps {
  readonly layout: RibbonLayout;
  readonly label: string;
  /** The version under the crosshair. */
  readonly cursor: bigint | null;
  readonly pinned: bigint | null;
  /** Called with null when the pointer leaves: the crosshair goes back to the pinned version. */
  readonly onLook: (version: bigint | null) => void;
  readonly onPin: (version: bigint | null) => void;
  readonly policyWords: string | null;
}

export function RibbonStage(props: RibbonStageProps): ReactElement {
  const { layout, label, cursor, pinned, onLook, onPin, policyWords } = props;
  const face = useRef<SVGSVGElement>(null);
  const marked = useMemo(() => layout.marks.flatMap((mark) => mark.versions), [layout]);
  const place = cursor === null ? null : placeOf(layout.columns, cursor);
  const index = place !== null && 'index' in place ? place.index : 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const effect = ribbonKey(event.key, event.shiftKey, { columns: layout.columns, marked, cursor });
    if (effect === null) return;
    event.preventDefault();
    if (effect.kind === 'move') onLook(effect.version);
    if (effect.kind === 'pin') onPin(effect.version);
    if (effect.kind === 'unpin') onPin(null);
  };
  const at = (event: PointerEvent) => {
    const box = face.current?.getBoundingClientRect();
    return box === undefined ? null : versionAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  const onMove = (event: PointerEvent) => {
    const version = at(event);
    if (version !== null && version !== cursor) onLook(version);
  };
  const onUp = (event: PointerEvent) => {
    const version = at(event);
    if (version !== null && event.button === 0) onPin(version === pinned ? null : version);
  };

  return (
    <div
      className="r-stage"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, layout.columns.length - 1)}
      aria-valuenow={index}
      aria-valuetext={
        cursor === null ? 'no version' : `version ${cursor}${cursor === pinned ? ', pinned' : ''}`
      }
      aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Home End Enter Escape"
      onKeyDown={onKeyDown}
      onPointerMove={onMove}
      onPointerDown={onMove}
      onPointerUp={onUp}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onLook(null)}
    >
      <svg
        ref={face}
        className="chart"
        width={layout.width}
        height={CHART_HEIGHT}
        viewBox={`0 0 ${layout.width} ${CHART_HEIGHT}`}
        aria-hidden="true"
      >
        <Patterns />
        <RibbonLanes layout={layout} />
        {cursor !== null && <RibbonSelection layout={layout} version={cursor} />}
        <RibbonPicture layout={layout} policyWords={policyWords} />
        <RibbonVersionTicks layout={layout} cursor={cursor} />
        {cursor !== null && <RibbonCrosshair layout={layout} version={cursor} />}
      </svg>
    </div>
  );
}

/** Hatching for reclaimable, grey hatching for what was not listed, dots for unknown: shape besides colour. */
function Patterns() {
  return (
    <defs>
      <pattern id="hatch" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="p-reclaim-bg" width={5} height={5} />
        <path className="p-reclaim" d="M0 0v5" />
      </pattern>
      <pattern id="gone" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="p-unk-bg" width={5} height={5} />
        <path className="p-unk" d="M0 0v5" />
      </pattern>
      <pattern id="dots" width={4} height={4} patternUnits="userSpaceOnUse">
        <rect className="p-unk-bg" width={4} height={4} />
        <circle className="p-dot" cx={2} cy={2} r={0.9} />
      </pattern>
    </defs>
  );
}
