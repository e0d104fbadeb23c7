/** Which serving sets need an operator: one row for each, with its worst replica named, and what nobody can tell said to be so. */
import type { z } from 'zod';
import type { attentionItem } from '@/lib/contracts/attention';
import { type ReplicaRow, type ServingVerdict, servingVerdict } from '@/lib/contracts/serving';

type Item = z.input<typeof attentionItem>;
type Severity = Item['severity'];
type Row = Pick<
  ReplicaRow,
  'replica' | 'lineage' | 'verdict' | 'sentence' | 'problems' | 'operation' | 'reportedAt' | 'retired'
>;

export interface SetFacts {
  readonly lake: string;
  readonly env: string;
  readonly set: string;
  readonly replicas: readonly Row[];
}

/** Null: nobody needs to look. */
const severities: Readonly<Record<ServingVerdict, Severity | null>> = {
  no_report: 'unknown',
  unreadable: 'unknown',
  invalid: 'stop',
  stale: 'attention',
  deposed: 'attention',
  down: 'stop',
  absent: 'attention',
  degraded: 'attention',
  recovering: null,
  first_import: null,
  drift: 'attention',
  drift_acknowledged: null,
  disagrees: 'attention',
  descendant_asserted: null,
  mirror_lagging: 'attention',
  unfenced: 'attention',
  observed: null,
  healthy: null,
};

const kinds: Readonly<Record<Severity, Item['kind']>> = {
  stop: 'serving_down',
  attention: 'serving_unwell',
  unknown: 'serving_unknown',
};
const problems: Readonly<Record<Severity, string>> = {
  stop: 'This set serves nothing sound from a replica',
  attention: 'A replica of this set is not well',
  unknown: 'Nothing is known of a replica of this set now',
};

interface Trouble {
  readonly row: Row;
  readonly severity: Severity;
  readonly evidence: string;
}

/** None or one; replicas that were given up do not count. */
export function setItems({ lake, env, set, replicas }: SetFacts): Item[] {
  const troubles = replicas.flatMap(troubleOf).sort(worstFirst);
  const [worst] = troubles;
  if (worst === undefined) return [];
  const { row, severity, evidence } = worst;
  const others = troubles.length - 1;
  const more =
    others === 0 ? '' : ` ${others} more ${others === 1 ? 'replica is' : 'replicas are'} not well.`;
  const query = new URLSearchParams({ replica: row.replica, lineage: row.lineage });
  return [
    {
      ...{ kind: kinds[severity], severity, lake, dataset: null, version: null },
      ...{ object: set, detail: env, problem: problems[severity] },
      evidence: `${row.replica}: ${evidence}${more}`,
      since: sinceOf(row),
      href: `/serving/${encodeURIComponent(env)}/${encodeURIComponent(set)}?${query}`,
      action: 'Show set',
    },
  ];
}

function troubleOf(row: Row): Trouble[] {
  if (row.retired !== null) return [];
  const severity = severities[row.verdict];
  if (severity !== null) return [{ row, severity, evidence: row.sentence }];
  if (row.operation?.state !== 'failed') return doubtOf(row);
  const why = row.operation.error?.kind ?? 'unknown';
  return [
    { row, severity: 'attention', evidence: `Its import failed (${why}); what it serves is untouched.` },
  ];
}

/** What speaks against a report beside a verdict that needs nobody, as an acknowledged drift. */
function doubtOf(row: Row): Trouble[] {
  const [first] = row.problems;
  return first === undefined ? [] : [{ row, severity: 'attention', evidence: first.sentence }];
}

const order: readonly Severity[] = ['stop', 'attention', 'unknown'];

function worstFirst(a: Trouble, b: Trouble): number {
  const verdict = ({ row }: Trouble) => servingVerdict.options.indexOf(row.verdict);
  return order.indexOf(a.severity) - order.indexOf(b.severity) || verdict(a) - verdict(b);
}

function sinceOf({ verdict, operation, reportedAt }: Row): string | null {
  if (verdict === 'stale') return reportedAt;
  return operation?.state === 'failed' ? operation.at : null;
}

/** An environment of which not everything could be read: what is missing there is no all-clear. */
export interface UnreadFacts {
  readonly lake: string;
  readonly env: string;
  /** Why its prefix could not be listed; null when it was. */
  readonly problem: string | null;
  /** Addresses whose answer could not be read, each with why. */
  readonly addresses: readonly { readonly url: string; readonly sentence: string }[];
}

export function unreadItems({ lake, env, problem, addresses }: UnreadFacts): Item[] {
  const place = {
    ...({ kind: 'serving_unknown', severity: 'unknown', lake, dataset: null, version: null } as const),
    ...{ detail: env, since: null, href: '/serving', action: 'Show serving' },
  };
  return [
    ...(problem === null
      ? []
      : [
          {
            ...place,
            object: env,
            problem: 'The replicas of this environment could not be listed',
            evidence: problem,
          },
        ]),
    ...addresses.map(({ url, sentence }) => ({
      ...{
        ...place,
        object: new URL(url).host,
        problem: 'A configured address tells nothing that can be read',
      },
      evidence: sentence,
    })),
  ];
}
