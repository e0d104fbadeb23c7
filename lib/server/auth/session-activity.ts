/** What this process knows of sessions beyond their cookies: last activity, and which were signed out. Bounded. */
const maxSessions = 50_000;

export class SessionActivity {
  private readonly seen = new Map<string, number>();
  /** Signed-out sessions until the instant their cookies would have ended anyway. */
  private readonly ended = new Map<string, number>();

  /** Records activity at `now`, in milliseconds since the epoch. */
  touch(id: string, now: number): void {
    const last = this.seen.get(id) ?? 0;
    this.seen.delete(id);
    this.seen.set(id, Math.max(last, now));
    dropOldest(this.seen);
  }

  /** 0 when this process has seen nothing of it: then the cookie alone counts. */
  lastSeen(id: string): number {
    return this.seen.get(id) ?? 0;
  }

  /** From now on no copy of its cookie is accepted here. @param until its absolute end */
  end(id: string, until: number, now: number): void {
    for (const [other, over] of this.ended) if (over <= now) this.ended.delete(other);
    this.seen.delete(id);
    this.ended.set(id, until);
    dropOldest(this.ended);
  }

  hasEnded(id: string): boolean {
    return this.ended.has(id);
  }
}

function dropOldest(map: Map<string, number>): void {
  for (const key of map.keys()) {
    if (map.size <= maxSessions) return;
    map.delete(key);
  }
}
