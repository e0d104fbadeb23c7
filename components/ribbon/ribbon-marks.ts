/** Places the marks of one lane: neighbours too close to tell apart become one mark that counts them. */
import type { RibbonMark } from '@/lib/contracts/versions';
import { type PlacedLabel, placeLabels, shorten } from './ribbon-labels';

export type Lane = RibbonMark['lane'];
export const lanes = ['tags', 'branches', 'leases', 'intents', 'retirement'] as const satisfies Lane[];

export type Tone = 'plain' | 'warn' | 'stop' | 'unk';

export interface PlacedMark {
  readonly lane: Lane;
  readonly x: number;
  readonly tone: Tone;
  readonly state: string;
  readonly subject: string;
  /** Of the marks folded here. */
  readonly count: number;
  /** Ascending; the first and last tell the range. */
  readonly versions: readonly bigint[];
  readonly since: string | null;
  readonly until: string | null;
  readonly label: PlacedLabel | null;
}

/** Half the drawn width in px; marks whose centres are closer than twice this are folded. */
export const halfWidth: Readonly<Record<Lane, number>> = {
  tags: 6,
  branches: 14,
  leases: 28,
  intents: 7,
  retirement: 8,
};

interface Group {
  readonly x: number;
  readonly marks: readonly RibbonMark[];
}

/**
 * @param xOf the centre of a version in px, monotone; null when it is not shown
 * @returns ascending by x, at least a mark's width apart
 */
export function placeMarks(
  lane: Lane,
  marks: readonly RibbonMark[],
  xOf: (version: bigint) => number | null,
  bounds: { readonly left: number; readonly right: number },
): PlacedMark[] {
  const half = halfWidth[lane];
  const inside = (version: bigint) => {
    const x = xOf(version);
    return x === null ? null : Math.max(Math.min(x, bounds.right - half), bounds.left + half);
  };
  const groups = group(marks, inside, half * 2);
  const labels = placeLabels(
    groups.map((folded) => ({ x: folded.x, half, text: labelOf(lane, folded.marks) })),
    bounds,
  );
  return groups.map((folded, index) => {
    const worst = worstOf(folded.marks);
    return {
      lane,
      x: folded.x,
      tone: toneOf(worst.standing),
      state: worst.state,
      subject: worst.subject,
      count: total(folded.marks),
      versions: folded.marks.map((mark) => BigInt(mark.version)),
      since: worst.since,
      until: worst.until,
      label: labels[index] ?? null,
    };
  });
}

/** Neutral by rule: a colour only where the holder itself is in trouble. */
export function toneOf(standing: RibbonMark['standing']): Tone {
  if (standing === 'abandoned') return 'stop';
  if (standing === 'expired') return 'warn';
  return standing === 'unknown' ? 'unk' : 'plain';
}

function group(
  marks: readonly RibbonMark[],
  xOf: (version: bigint) => number | null,
  apart: number,
): Group[] {
  const placed = marks
    .flatMap((mark) => {
      const x = xOf(BigInt(mark.version));
      return x === null ? [] : [{ x, mark }];
    })
    .sort((a, b) => a.x - b.x);
  const groups: Group[] = [];
  for (const { x, mark } of placed) {
    const open = groups.at(-1);
    if (open !== undefined && x - open.x < apart)
      groups[groups.length - 1] = { x: open.x, marks: [...open.marks, mark] };
    else groups.push({ x, marks: [mark] });
  }
  return groups;
}

const severity = { abandoned: 3, expired: 2, unknown: 1, active: 0 } as const;

function worstOf(marks: readonly RibbonMark[]): RibbonMark {
  return marks.reduce((worst, mark) => {
    const by = severity[mark.standing] - severity[worst.standing];
    if (by !== 0) return by > 0 ? mark : worst;
    return (mark.until ?? '9') < (worst.until ?? '9') ? mark : worst;
  });
}

function total(marks: readonly RibbonMark[]): number {
  return marks.reduce((sum, mark) => sum + Math.max(1, mark.count), 0);
}

const nouns: Readonly<Record<Lane, string>> = {
  tags: 'tags',
  branches: 'branches',
  leases: 'leases',
  intents: 'intents',
  retirement: 'markers',
};

function labelOf(lane: Lane, marks: readonly RibbonMark[]): string {
  const count = total(marks);
  const worst = worstOf(marks);
  if (count > 1) {
    const state = marks.every((mark) => mark.state === worst.state) ? worst.state : nouns[lane];
    return lane === 'retirement' || lane === 'intents' ? `${count} ${state}` : `${count} ${nouns[lane]}`;
  }
  if (lane === 'retirement' || lane === 'intents') {
    return worst.standing === 'active' ? worst.state : `${worst.state}, ${worst.standing}`;
  }
  // A lease's id tells a person nothing here: its bar already says the time left.
  return lane === 'leases' ? '' : shorten(worst.subject);
}
