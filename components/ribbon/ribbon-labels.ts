/** Sets labels beside their marks so that no label covers a mark or another label; one that does not fit is left out. */

export interface LabelWish {
  /** Centre of the mark. */
  readonly x: number;
  /** Half of the mark's own width. */
  readonly half: number;
  readonly text: string;
}

export interface PlacedLabel {
  readonly text: string;
  /** Where the text begins (`start`) or ends (`end`). */
  readonly x: number;
  readonly anchor: 'start' | 'end';
  readonly left: number;
  readonly right: number;
}

const GAP = 4;

/** Widest plausible width in px at 11 px type: the real face may be wider than the one we draw with. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 11.5 : 6.5;
  return width;
}

/** Cuts to `most` characters (whole code points), with an ellipsis in the last place. */
export function shorten(text: string, most = 20): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/**
 * Greedy from left to right: right of the mark, else left of it, else none.
 * @param wishes ascending by `x`, marks not overlapping
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  bounds: { readonly left: number; readonly right: number },
): (PlacedLabel | null)[] {
  let occupied = bounds.left;
  return wishes.map((wish, index) => {
    const next = wishes[index + 1];
    const wall = Math.min(bounds.right, next === undefined ? bounds.right : next.x - next.half - GAP);
    const width = textWidth(wish.text);
    const label = beside(wish, width, occupied, wall);
    occupied = Math.max(occupied, wish.x + wish.half + GAP, label === null ? 0 : label.right + GAP);
    return label;
  });
}

function beside(wish: LabelWish, width: number, occupied: number, wall: number): PlacedLabel | null {
  if (wish.text === '') return null;
  const start = wish.x + wish.half + GAP;
  if (start + width <= wall)
    return { text: wish.text, x: start, anchor: 'start', left: start, right: start + width };
  const end = wish.x - wish.half - GAP;
  if (end - width >= occupied)
    return { text: wish.text, x: end, anchor: 'end', left: end - width, right: end };
  return null;
}
