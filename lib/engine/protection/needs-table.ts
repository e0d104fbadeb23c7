/** Every needed name once, as a number: who needs it most, whether one holder or one version alone needs it. */

/** Nobody's: all who need it so far are reclaimable. */
export const nobody = -1;
/** More than one, or one that is no tag, lease or branch. */
export const several = -2;

export class NeedsTable {
  private readonly ids = new Map<string, number>();
  private readonly names: string[] = [];
  private readonly reasons: number[] = [];
  private readonly holders: number[] = [];
  private readonly versions: number[] = [];
  private readonly firstVersions: number[] = [];
  private readonly seen: boolean[] = [];

  /**
   * @param reason rank of the version's reason, 0 is the strongest
   * @param holder number of the only holder of that version, or `nobody`, or `several`
   * @param version number of the version
   */
  need(name: string, reason: number, holder: number, version: number): void {
    const id = this.ids.get(name);
    if (id === undefined) {
      this.ids.set(name, this.names.length);
      this.names.push(name);
      this.reasons.push(reason);
      this.holders.push(holder);
      this.versions.push(version);
      this.firstVersions.push(version);
      this.seen.push(false);
      return;
    }
    this.reasons[id] = Math.min(this.reasons[id] ?? reason, reason);
    this.holders[id] = joined(this.holders[id] ?? nobody, holder);
    if (this.versions[id] !== version) this.versions[id] = several;
  }

  /** What is needed of an object: by its own name, by the folder it lies in, or both. Marks both as listed. */
  find(key: string): Need | null {
    const own = this.ids.get(key);
    const folder = this.ids.get(folderOf(key));
    if (own !== undefined) this.seen[own] = true;
    if (folder !== undefined) this.seen[folder] = true;
    if (own === undefined || folder === undefined) return this.needAt(own ?? folder);
    const [a, b] = [this.needAt(own), this.needAt(folder)];
    if (a === null || b === null) return a ?? b;
    return {
      reason: Math.min(a.reason, b.reason),
      holder: joined(a.holder, b.holder),
      version: a.version === b.version ? a.version : several,
    };
  }

  /** Names that were needed and not found, with the number of the first version that needs each. */
  *unseen(): Iterable<{ readonly name: string; readonly version: number }> {
    for (const [id, name] of this.names.entries()) {
      if (this.seen[id] !== true) yield { name, version: this.firstVersions[id] ?? 0 };
    }
  }

  private needAt(id: number | undefined): Need | null {
    if (id === undefined) return null;
    return {
      reason: this.reasons[id] ?? 0,
      holder: this.holders[id] ?? several,
      version: this.versions[id] ?? several,
    };
  }
}

export interface Need {
  readonly reason: number;
  readonly holder: number;
  readonly version: number;
}

function joined(a: number, b: number): number {
  if (a === nobody || a === b) return b;
  return b === nobody ? a : several;
}

/** Index folders and blob folders both have two segments: `_indices/{uuid}/`, `data/{key}/`. */
function folderOf(key: string): string {
  const first = key.indexOf('/');
  const second = first === -1 ? -1 : key.indexOf('/', first + 1);
  return second === -1 ? '' : key.slice(0, second + 1);
}
