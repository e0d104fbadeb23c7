/** What really happened in a schedule, and what must never have: asked whenever something lands in the store. */
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { ServingPair } from '@/lib/engine/serving/lifecycle-rules';
import { decodePointer } from '@/lib/engine/serving/pointer-schema';
import { decodeReport } from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { decodeSeal } from '@/lib/engine/serving/seal-records';
import type { SentCall } from '@/lib/testing/lock-simulation/virtual-network';

/** One version of the dataset: an import, or something on top of one. */
export interface SimVersion {
  readonly identity: ImportIdentity | null;
  readonly maintenance: boolean;
}

export class ServingLedger {
  violation: string | null = null;
  readonly trace: string[] = [];
  readonly hits: Record<string, number> = {};
  readonly versions: SimVersion[] = [];
  private readonly present = new Set<string>();
  private readonly tokens = new Set<string>();
  private readonly reports = new Map<string, StatusReport>();
  private readonly activations = new Map<string, Set<string>>();
  private publishSeq = 0;

  hit(what: string): void {
    this.hits[what] = (this.hits[what] ?? 0) + 1;
  }

  note(text: string): void {
    this.trace.push(text);
  }

  fail(violation: string): void {
    this.violation ??= violation;
    this.trace.push(`VIOLATION ${violation}`);
  }

  /** Newest version of an import with this marker; 0 for none. */
  find(id: ImportId): number {
    return (
      1 + this.versions.findLastIndex(({ identity }) => identity !== null && importIdOf(identity) === id)
    );
  }

  holds(identity: ImportIdentity): boolean {
    return this.versions.some((one) => one.identity !== null && sameIdentity(one.identity, identity));
  }

  beginsWork(replica: string, generation: number): void {
    const token = `${replica} generation ${generation}`;
    if (this.tokens.has(token)) this.fail(`${token} is handed out twice`);
    this.tokens.add(token);
  }

  /** Just before a process activates: only such pairs may ever be reported. */
  activates(replica: string, identity: ImportIdentity, previous: ImportId | null): void {
    if (!this.holds(identity)) this.fail(`${replica} activates ${identity.sourceId}, which is in no version`);
    const pairs = this.activations.get(replica) ?? new Set();
    this.activations.set(replica, pairs.add(spelled({ active: importIdOf(identity), previous })));
  }

  readonly landed = ({ call, answer }: SentCall): void => {
    const written = (answer as { kind?: string } | null)?.kind === 'written';
    if (!call.mutates || !written || call.body === null) return;
    this.present.add(call.key);
    if (call.key.endsWith('/status.json')) this.reported(call.key, call.body);
    if (call.key.endsWith('/published.json')) this.pointed(call.body);
    if (call.key.includes('/import-seals/')) this.sealed(call.key, call.body);
  };

  private reported(key: string, body: Uint8Array): void {
    const reading = decodeReport(body);
    if (reading.kind !== 'read') {
      this.fail(`a report is ${JSON.stringify(reading).slice(0, 400)}`);
      return;
    }
    const { report, findings } = reading;
    const replica = report.replica_id;
    const before = this.reports.get(key) ?? null;
    this.reports.set(key, report);
    const { epoch, seq, next_generation } = report.fence;
    this.note(
      `${replica} reports ${epoch}.${seq} next ${next_generation} ${report.operation.state} ${spelled(report.serving)}`,
    );
    const served = report.clocks.history.serving_version;
    if (served !== null && !report.clocks.history.locally_available.includes(served.version)) {
      this.fail(`${replica} serves version ${served.version}, which is not there`);
    }
    if (findings.length > 0) this.fail(`${replica} contradicts itself: ${findings[0]?.kind}`);
    if (before !== null) {
      const older = before.fence;
      const forward = epoch > older.epoch || (epoch === older.epoch && seq > older.seq);
      if (!forward) this.fail(`${replica} reports ${epoch}.${seq} after ${older.epoch}.${older.seq}`);
      if (next_generation < older.next_generation) this.fail(`${replica} takes generations back`);
      if (epoch > older.epoch) this.hit('taken over');
    }
    const was = spelled(before?.serving ?? null);
    const is = spelled(report.serving);
    if (is !== was && !this.activations.get(replica)?.has(is)) {
      this.fail(`${replica} serves ${is} after ${was}, and nobody activated it`);
    }
    if (report.operation.state === 'failed' && report.serving !== null) this.hit('failed while serving');
    this.hit(`served by ${report.clocks.history.decision?.kind ?? 'nothing'}`);
  }

  private pointed(body: Uint8Array): void {
    const pointer = decodePointer(body);
    const { import_id } = pointer.active;
    this.note(`pointer ${pointer.publish_seq} names ${import_id} by ${pointer.by.replica_id}`);
    this.hit('pointed');
    if (pointer.publish_seq !== this.publishSeq + 1) this.fail('a publication was lost or told twice');
    this.publishSeq = pointer.publish_seq;
    if (pointer.previous?.import_id === import_id) this.fail('the pointer names one import twice');
    for (const key of [sealKey(import_id), ...objectsOf(import_id)]) {
      if (!this.present.has(key)) this.fail(`the pointer names ${import_id} before ${key} is there`);
    }
  }

  private sealed(key: string, body: Uint8Array): void {
    const seal = decodeSeal(body);
    this.hit('sealed');
    if (seal === null) {
      this.fail(`${key} is no seal`);
      return;
    }
    if (!this.holds(seal.identity)) this.fail(`${key} seals an import that is in no version`);
    const version = seal.publicationVersion;
    if (version === null) {
      this.hit('sealed after a retry');
      return;
    }
    const at = this.versions[Number(version) - 1]?.identity ?? null;
    if (at === null || !sameIdentity(at, seal.identity)) this.fail(`${key} names a version it was not`);
  }
}

export const datasetRoot = 'lake/berlin';

export function sealKey(id: string): string {
  return `${datasetRoot}.serving/import-seals/${id}.json`;
}

export function objectsOf(id: string): readonly string[] {
  return [0, 1].map((at) => `mirror/${id}-${at}.lance`);
}

function spelled(pair: ServingPair | StatusReport['serving']): string {
  return pair === null ? 'nothing' : `${pair.active} over ${pair.previous ?? 'nothing'}`;
}
