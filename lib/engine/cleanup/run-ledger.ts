/** Keeps count of one run: what went, what stayed and why, so that every planned version is accounted for at the end. */
import type { Protection } from '@/lib/engine/protection/protection-facts';
import type { CleanupPlan } from './cleanup-plan';
import type { CleanupReport, Incident, LeftVersion, RunProgress, RunStep } from './cleanup-report';

const sentences: Readonly<Record<LeftVersion['reason'], string>> = {
  held: 'Something came to need it since the plan.',
  new_retirement: 'Another run began to retire it since the plan.',
  not_sealed_in_time: 'Its group was not sealed in time.',
  undecided_commit: 'Whether its commit was written is not known; the next run goes on with it.',
  refused_commit: 'Its commit was refused, so it was opened again.',
  not_reached: 'The run ended before it.',
  changed: 'Its manifest is not the planned one any more.',
};

export class RunLedger {
  readonly markerOperationIds: string[] = [];
  readonly markersLeft: string[] = [];
  readonly incidents: Incident[] = [];
  /** Names of deleted objects, as manifests mention them. */
  readonly deletedNames = new Set<string>();
  /** Markers that stay for the next run, by version, until the version is finalized. */
  private readonly anchors = new Map<bigint, readonly string[]>();
  private readonly retired = new Set<bigint>();
  private readonly left = new Map<bigint, LeftVersion>();
  private objectsDeleted = 0;
  private bytesDeleted = 0;
  group = 0;

  constructor(
    private readonly plan: CleanupPlan,
    private readonly groups: number,
    private readonly onProgress: ((progress: RunProgress) => void) | undefined,
  ) {}

  step(step: RunStep, sentence: string): void {
    this.onProgress?.({
      step,
      sentence,
      group: this.group,
      groups: this.groups,
      versionsRetired: this.retired.size,
      objectsDeleted: this.objectsDeleted,
      bytesDeleted: this.bytesDeleted,
    });
  }

  leave(version: bigint, reason: LeftVersion['reason'], protections: readonly Protection[] = []): void {
    this.left.set(version, { version, reason, protections, sentence: sentences[reason] });
  }

  retire(version: bigint): void {
    this.retired.add(version);
    this.left.delete(version);
  }

  /** @param keys of the version's markers that nobody but a finalization removes from here on */
  anchor(version: bigint, keys: readonly string[]): void {
    this.anchors.set(version, keys);
  }

  finalized(version: bigint): void {
    this.anchors.delete(version);
  }

  /** @param name as manifests mention it; manifests themselves have none */
  deleted(size: number, name: string | null): void {
    this.objectsDeleted += 1;
    this.bytesDeleted += size;
    if (name !== null) this.deletedNames.add(name);
  }

  incident(incident: Incident): void {
    if (!this.incidents.some(({ version }) => version === incident.version)) this.incidents.push(incident);
  }

  report(
    ended: {
      readonly outcome: 'completed' | 'stopped' | 'failed';
      readonly failure: CleanupReport['failure'];
    },
    requests: number,
  ): CleanupReport {
    for (const { version } of this.plan.versions) {
      if (!this.retired.has(version) && !this.left.has(version)) this.leave(version, 'not_reached');
    }
    const planned =
      this.plan.objects.length + this.plan.versions.reduce((sum, { manifests }) => sum + manifests.length, 0);
    return {
      planHash: this.plan.hash,
      markerOperationIds: this.markerOperationIds,
      outcome: this.incidents.length > 0 ? 'incident' : ended.outcome,
      retired: [...this.retired].sort((a, b) => (a < b ? -1 : 1)),
      left: [...this.left.values()].sort((a, b) => (a.version < b.version ? -1 : 1)),
      objectsDeleted: this.objectsDeleted,
      bytesDeleted: this.bytesDeleted,
      objectsLeft: planned - this.objectsDeleted,
      markersLeft: [...new Set([...this.markersLeft, ...[...this.anchors.values()].flat()])],
      incidents: this.incidents,
      requests,
      failure: ended.failure,
    };
  }
}
