/** Where the facts of the three clocks stand on one time axis; what lies before the first fact is not drawn, since nobody recorded it. */
import type { ReplicaDetail } from '@/lib/contracts/serving-report';
import { stepWords } from './serving-words';

export type BarKind = 'served' | 'older' | 'run' | 'warn' | 'unknown' | 'silent';

export interface ClockBar {
  readonly kind: BarKind;
  /** Shares of the width, 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface ClockLane {
  readonly name: string | null;
  readonly bars: readonly ClockBar[];
}

export interface ClockAxis {
  readonly imports: readonly ClockLane[];
  readonly history: readonly ClockLane[];
  readonly replicas: readonly ClockLane[];
  /** Replicas beyond those drawn. */
  readonly more: number;
  readonly ticks: readonly { readonly at: string; readonly x: number }[];
  /** When an import began, failed or was activated. */
  readonly marks: readonly number[];
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const mostLanes = 12;
const mostTicks = 6;
const tickSteps = [60, 300, 600, 1_800, 3_600, 7_200, 14_400, 21_600].map((seconds) => seconds * 1_000);

type Believed = ReplicaDetail & { readonly report: NonNullable<ReplicaDetail['report']> };

/** @param nowMs when the answer was read */
export function clockAxisOf(replicas: readonly ReplicaDetail[], nowMs: number): ClockAxis {
  const believed = replicas.filter((one): one is Believed => one.believed && one.report !== null);
  const instants = believed.flatMap(instantsOf).filter((at) => at >= nowMs - dayMs && at <= nowMs);
  const first = Math.min(...instants, nowMs - hourMs);
  const start = first - (nowMs - first) * 0.06;
  const share = (at: number) => Math.min(1, Math.max(0, (at - start) / (nowMs - start)));
  return {
    imports: importLanes(believed, share),
    history: historyLanes(believed, share),
    replicas: replicas.slice(0, mostLanes).map((one) => replicaLane(one, share)),
    more: Math.max(0, replicas.length - mostLanes),
    ticks: ticksOf(start, nowMs).map((at) => ({ at: new Date(at).toISOString(), x: share(at) })),
    marks: [...new Set(believed.flatMap(changesOf).filter((at) => at > start && at < nowMs))].map(share),
  };
}

function changesOf({ report, operation }: Believed): number[] {
  const failure = report.lastFailure?.at ?? null;
  return [report.serving?.activatedAt ?? null, operation?.at ?? null, failure].flatMap(msOf);
}

function instantsOf(one: Believed): number[] {
  return [...changesOf(one), ...msOf(one.report.history.observedAt), ...msOf(one.report.publishedAt)];
}

function msOf(at: string | null): number[] {
  return at === null ? [] : [Date.parse(at)];
}

type Share = (at: number) => number;

/** One lane per import that some replica serves, one per import in flight or failed. */
function importLanes(replicas: readonly Believed[], share: Share): ClockLane[] {
  const active = new Map<string, { from: number; source: string | null }>();
  const running = new Map<string, ClockLane>();
  for (const { report, operation } of replicas) {
    const { serving } = report;
    if (serving !== null) {
      const from = Date.parse(serving.activatedAt);
      const known = active.get(serving.active);
      const source = report.imports.active?.identity?.sourceId ?? known?.source ?? null;
      active.set(serving.active, { from: Math.min(from, known?.from ?? from), source });
    }
    if (operation === null || operation.candidate === null || operation.at === null) continue;
    const failed = operation.state === 'failed';
    const step = operation.step === null ? '' : `, ${stepWords[operation.step]}`;
    const label = `${failed ? 'failed' : 'importing'} ${operation.candidate}${step}`;
    const bar = {
      kind: failed ? 'warn' : 'run',
      from: share(Date.parse(operation.at)),
      to: 1,
      label,
    } as const;
    running.set(`${operation.candidate} ${operation.state}`, { name: null, bars: [bar] });
  }
  const lanes = [...active.entries()]
    .sort(([, a], [, b]) => a.from - b.from)
    .map(([id, { from, source }], index, all): ClockLane => {
      const label = source === null ? `import ${id}` : `import ${id}, ${source}`;
      const kind = index === all.length - 1 ? 'served' : 'older';
      return { name: null, bars: [{ kind, from: share(from), to: 1, label }] };
    });
  return [...lanes, ...running.values()].slice(0, mostLanes);
}

/** When each head was first told of here; earlier commits were not recorded. */
function historyLanes(replicas: readonly Believed[], share: Share): ClockLane[] {
  const heads = new Map<string, number>();
  for (const { report } of replicas) {
    const { observedHead, observedAt } = report.history;
    if (observedHead === null || observedAt === null) continue;
    const at = Date.parse(observedAt);
    heads.set(observedHead, Math.min(at, heads.get(observedHead) ?? at));
  }
  return [...heads.entries()]
    .sort(([a], [b]) => Number(BigInt(a) - BigInt(b)))
    .slice(-3)
    .map(([head, at], index, all): ClockLane => {
      const kind = index === all.length - 1 ? 'served' : 'older';
      return { name: null, bars: [{ kind, from: share(at), to: 1, label: `head v${head}` }] };
    });
}

/** Something is served as it should be, whatever else is said of it. */
const goodVerdicts: ReadonlySet<ReplicaDetail['verdict']> = new Set([
  'healthy',
  'mirror_lagging',
  'unfenced',
  'descendant_asserted',
]);

function replicaLane(one: ReplicaDetail, share: Share): ClockLane {
  const { replica: name, report, servingVersion, verdict } = one;
  if (!one.believed || report === null) {
    return { name, bars: [{ kind: 'unknown', from: 0, to: 1, label: one.sentence }] };
  }
  const published = share(Date.parse(report.publishedAt));
  const from = report.serving === null ? published : share(Date.parse(report.serving.activatedAt));
  const served =
    servingVersion === null ? 'serves nothing' : `v${servingVersion}${one.pinned ? ', pinned' : ''}`;
  const good = goodVerdicts.has(verdict);
  const bar: ClockBar = {
    kind: good ? 'served' : 'warn',
    from: Math.min(from, published),
    to: published,
    label: served,
  };
  if (one.confidence === 'fresh') return { name, bars: [{ ...bar, to: 1 }] };
  return { name, bars: [bar, { kind: 'silent', from: published, to: 1, label: 'no report since' }] };
}

function ticksOf(from: number, to: number): number[] {
  const step = tickSteps.find((one) => (to - from) / one <= mostTicks) ?? (to - from) / mostTicks;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}
