/** Every point at which one run can die, and what came of each. */
import type { EngineRules } from '@/lib/engine/engine';
import { type CrashResult, crashAt, type KnownFinishes, type RunCall } from './crash-at';
import type { CrashScene } from './crash-scene';
import type { Moment } from './mortal-store';

export const moments: readonly Moment[] = ['before', 'after'];

export interface Enumeration {
  /** Calls of a run that nobody kills. */
  readonly calls: number;
  readonly points: number;
  readonly bySteps: ReadonlyMap<string, number>;
  readonly mostFinishers: number;
  /** `after call 12 (seal create …): missing: …` */
  readonly violations: readonly string[];
}

/** Every call, before and after its effect. */
export async function enumerateCalls(
  scene: CrashScene,
  options: { readonly rules?: EngineRules; readonly known?: KnownFinishes } = {},
): Promise<Enumeration> {
  const whole = await crashAt(scene, () => null, options);
  const tally = new Tally(whole);
  for (const moment of moments) {
    for (const { index } of whole.calls) {
      const result = await crashAt(scene, (call) => (call.index === index ? moment : null), options);
      tally.add(`${moment} call ${index}`, result);
    }
  }
  return tally.result();
}

/** `seal create sealed`: calls that are alike in everything but their version. */
export function kindOf({ step, verb, key }: RunCall): string {
  const folder = /^[^/]+\/(_refs\/[^/]+|[^/]+)\//.exec(key)?.[1] ?? 'root';
  const ending = /\.([a-z]+)$/.exec(key)?.[1] ?? '';
  return `${step} ${verb} ${folder} ${ending}`.trim();
}

/** The first call of every kind, before and after its effect. */
export async function enumerateKinds(scene: CrashScene): Promise<Enumeration> {
  const whole = await crashAt(scene, () => null);
  const tally = new Tally(whole);
  for (const kind of new Set(whole.calls.map(kindOf))) {
    for (const moment of moments) {
      const result = await crashAt(scene, (call) => (kindOf(call) === kind ? moment : null));
      tally.add(`${moment} ${kind}`, result);
    }
  }
  return tally.result();
}

class Tally {
  private points = 0;
  private mostFinishers = 0;
  private readonly bySteps = new Map<string, number>();
  private readonly violations: string[];

  constructor(private readonly whole: CrashResult) {
    this.violations = whole.violations.map((broken) => `nobody died: ${broken}`);
  }

  add(where: string, { diedAt, finishers, violations }: CrashResult): void {
    if (diedAt === null) {
      this.violations.push(`${where}: it lived`);
      return;
    }
    this.points += 1;
    this.mostFinishers = Math.max(this.mostFinishers, finishers);
    this.bySteps.set(diedAt.step, (this.bySteps.get(diedAt.step) ?? 0) + 1);
    const what = `${diedAt.step} ${diedAt.verb} ${diedAt.key}`;
    this.violations.push(...violations.map((broken) => `${where} (${what}): ${broken}`));
  }

  result(): Enumeration {
    const { points, bySteps, mostFinishers, violations } = this;
    return { calls: this.whole.calls.length, points, bySteps, mostFinishers, violations };
  }
}
