/** How far an owner is, as it is told to the register with every beat and to open pages at once. */
import type { Clock, WallInstant } from '@/lib/base/clock';
import type { RunProgress } from '@/lib/engine/cleanup/cleanup-report';
import type { RunCounts, RunCursor, RunLogLine, RunRecord } from '@/lib/engine/operations/run-record';

/** Lines that wait for the next beat; the register keeps no more. */
const maxWaiting = 100;

export class ProgressNotes {
  cursor: RunCursor;
  /** Since this owner took the run. */
  counts: RunCounts = { versions: 0, objects: 0, bytes: 0, requests: 0 };
  private lines: RunLogLine[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly onChange: () => void,
    step: string,
    sentence: string,
  ) {
    this.cursor = { step, group: 0, groups: 0, sentence };
    this.say(sentence);
  }

  say(sentence: string): void {
    this.lines = [...this.lines, { at: this.clock.wall(), sentence: sentence.slice(0, 300) }].slice(
      -maxWaiting,
    );
    this.onChange();
  }

  /** A step is a line of the log when it begins; what it says after that only moves the cursor. */
  readonly note = (progress: RunProgress): void => {
    const { step, group, groups, sentence, versionsRetired, objectsDeleted, bytesDeleted } = progress;
    const begins = step !== this.cursor.step || group !== this.cursor.group;
    this.cursor = { step, group, groups, sentence };
    this.counts = { ...this.counts, versions: versionsRetired, objects: objectsDeleted, bytes: bytesDeleted };
    if (begins) this.say(group === 0 ? sentence : `Group ${group} of ${groups}: ${sentence}`);
    else this.onChange();
  };

  /** What went in the end, also what no step told. */
  total(counts: RunCounts): void {
    this.counts = counts;
  }

  /** Step without progress of the engine: counting, verifying. */
  begin(step: string, sentence: string): void {
    this.cursor = { ...this.cursor, step, sentence };
    this.say(sentence);
  }

  takeLines(): readonly RunLogLine[] {
    return this.lines.splice(0);
  }

  putBack(lines: readonly RunLogLine[]): void {
    this.lines = [...lines, ...this.lines].slice(-maxWaiting);
  }

  /** The record as it is now, fresher than the last beat. */
  over(record: RunRecord, at: WallInstant): RunRecord {
    const { earlier, counts } = record;
    const now = (field: keyof RunCounts) => Math.max(counts[field], earlier[field] + this.counts[field]);
    return {
      ...record,
      beat: { ...record.beat, at },
      cursor: this.cursor,
      counts: {
        ...{ versions: now('versions'), objects: now('objects') },
        ...{ bytes: now('bytes'), requests: now('requests') },
      },
      log: [...record.log, ...this.lines].slice(-maxWaiting),
    };
  }
}
