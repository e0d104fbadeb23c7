/** Every point at which one run can die, and what came of each. */
import { type CrashOptions, type CrashResult, crashAt, type Finish, type RunCall } from './crash-at';
import type { CrashScene } from './crash-scene';
import type { Moment } from './mortal-store';

export const moments: readonly Moment[] = ['before', 'after'];

export interface Enumeration {
  /** Calls of a run that nobody kills. */
  readonly calls: readonly RunCall[];
  readonly points: number;
  readonly bySteps: ReadonlyMap<string, number>;
  readonly mostFinishers: number;
  /** `after call 12 (seal create …): missing: …` */
  readonly violations: readonly string[];
}

/** Every call, before and after its effect. */
export async function enumerateCalls(scene: CrashScene, options: CrashOptions = {}): Promise<Enumeration> {
  const whole = await crashAt(scene, () => null, options);
  const tally = new Tally(whole);
  for (const moment of moments) {
    for (const { index } of whole.calls) {
      const result = await crashAt(scene, (call) => (call.index === index ? moment : null), options);
      tally.add(moment, result.diedAt, result);
    }
  }
  return tally.result();
}

export class Tally {
  private points = 0;
  private mostFinishers = 0;
  private readonly bySteps = new Map<string, number>();
  private readonly violations: string[];

  /** @param whole what the run did that nobody killed */
  constructor(private readonly whole: Pick<CrashResult, 'calls' | 'violations'>) {
    this.violations = whole.violations.map((broken) => `nobody died: ${broken}`);
  }

  add(moment: Moment, diedAt: RunCall | null, { finishers, violations }: Finish): void {
    if (diedAt === null) {
      this.violations.push('one that was to die lived');
      return;
    }
    const { index, step, verb, key } = diedAt;
    this.points += 1;
    this.mostFinishers = Math.max(this.mostFinishers, finishers);
    this.bySteps.set(step, (this.bySteps.get(step) ?? 0) + 1);
    const where = `${moment} call ${index} (${step} ${verb} ${key})`;
    this.violations.push(...violations.map((broken) => `${where}: ${broken}`));
  }

  result(): Enumeration {
    const { points, bySteps, mostFinishers, violations } = this;
    return { calls: this.whole.calls, points, bySteps, mostFinishers, violations };
  }
}
