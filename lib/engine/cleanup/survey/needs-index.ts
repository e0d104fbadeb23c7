/** What each manifest of one root needs, for as long as a run works: each name with the runs of neighbours that need it, bounded. */

/** Names that somebody needs. */
export interface Needed {
  has(name: string): boolean;
}

/** More than 100,000 versions need whose neighbours need nearly the same. */
const defaultSpans = 4_000_000;

/**
 * A file is needed by a stretch of consecutive versions, mostly, so that a history takes room for its names and not for
 * its names times its versions. Manifests are identified by content: what was read once holds for ever.
 */
export class NeedsIndex {
  private readonly rows = new Map<string, number>();
  private readonly read: boolean[] = [];
  /** First and last row of each span, ascending. */
  private readonly spans = new Map<string, number[]>();
  private held = 0;

  /** @param most spans held, about; what comes later is not remembered */
  constructor(private readonly most: number = defaultSpans) {}

  /** Gives neighbours neighbouring places, in whatever order they are read then. */
  reserve(manifests: Iterable<string>): void {
    for (const id of manifests) {
      if (this.rows.has(id) || this.rows.size >= this.most) continue;
      this.read[this.rows.size] = false;
      this.rows.set(id, this.rows.size);
    }
  }

  knows(id: string): boolean {
    const row = this.rows.get(id);
    return row !== undefined && this.read[row] === true;
  }

  /** @returns false when there is no room for a manifest that is not known yet */
  add(id: string, names: Iterable<string>): boolean {
    if (this.knows(id)) return true;
    this.reserve([id]);
    const row = this.rows.get(id);
    if (row === undefined || this.held >= this.most) return false;
    for (const name of names) {
      const spans = this.spans.get(name);
      if (spans === undefined) this.spans.set(name, [row, row]);
      this.held += spans === undefined ? 1 : include(spans, row);
    }
    this.read[row] = true;
    return true;
  }

  /** What any of these known manifests needs; the answer holds for what is known now. */
  neededBy(manifests: Iterable<string>): Needed {
    const asked = new Uint8Array(this.read.length);
    for (const id of manifests) {
      const row = this.rows.get(id);
      if (row !== undefined) asked[row] = 1;
    }
    // How many of those asked about lie before each row.
    const before = new Uint32Array(asked.length + 1);
    for (const [row, one] of asked.entries()) before[row + 1] = (before[row] ?? 0) + one;
    return {
      has: (name) => {
        const spans = this.spans.get(name) ?? [];
        for (let at = 0; at < spans.length; at += 2) {
          const [from = 0, to = 0] = [spans[at], spans[at + 1]];
          if ((before[to + 1] ?? 0) > (before[from] ?? 0)) return true;
        }
        return false;
      },
    };
  }
}

/** @returns by how many spans it grew: -1 when the row closes a gap between two */
function include(spans: number[], row: number): number {
  let at = spans.length;
  while (at > 0 && (spans[at - 2] ?? 0) > row) at -= 2;
  const [last, next] = [spans[at - 1], spans[at]];
  if (last !== undefined && last >= row) return 0;
  const joinsLast = last === row - 1;
  const joinsNext = next === row + 1;
  if (joinsLast && joinsNext) spans.splice(at - 1, 2);
  else if (joinsLast) spans[at - 1] = row;
  else if (joinsNext) spans[at] = row;
  else spans.splice(at, 0, row, row);
  if (joinsLast && joinsNext) return -1;
  return joinsLast || joinsNext ? 0 : 1;
}
