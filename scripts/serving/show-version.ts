/** Keeps the right version open: head or clean as decided, hydrated first when this copy is behind (C.3, C.4). */
import { decideHead, recoverBehind, servedBy } from '@/lib/engine/serving/head-rules';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import type { Observations } from '@/lib/engine/serving/replica-state-rules';
import { headFactsOf } from '@/lib/engine/serving/report-rules';
import { carryOrigin } from './copy';
import { hydrate } from './hydrate';
import type { OpenVersion } from './lance-table';
import { observeCopy } from './observe-copy';
import { type Replica, reportedIdentity } from './replica';

/** Looks, recovers where it must, opens what may be served, and reports; one at a time. */
export function settle(replica: Replica): Promise<void> {
  return replica.inTurn(async () => {
    const { reporter } = replica;
    const active = reportedIdentity(reporter.state.imports.active);
    const previous = reportedIdentity(reporter.state.imports.previous);
    const { verdict } = reporter.state.observed.replica.activation;
    const look = () => observeCopy(replica, { active, previous }, verdict);
    let observed = await look();
    const want = wanted(observed);
    if (want.kind === 'hydrate' && active !== null) {
      // Fetching takes a while: until it is here the report says that this replica recovers.
      reporter.observe({ ...observed, contentPresent: false });
      observed = (await recovered(replica, want.version, active)) ? await look() : withoutMirror(observed);
    }
    const next = wanted(observed);
    await show(replica, next.kind === 'open' ? next.version : null);
    reporter.observe({ ...observed, contentPresent: replica.shown.current.content !== null });
  });
}

type Wanted =
  | { readonly kind: 'open'; readonly version: bigint }
  | { readonly kind: 'hydrate'; readonly version: bigint }
  | { readonly kind: 'nothing' };

function wanted({ history, sealedHere, replica }: Observations): Wanted {
  const facts = headFactsOf(history);
  if (facts === null) return { kind: 'nothing' };
  const decision = decideHead(facts);
  const served = servedBy(decision);
  if (served !== null) return { kind: 'open', version: served.version };
  const through = replica.mirror.mirrored_through_version;
  const mirrored = through !== null && BigInt(through) >= facts.clean;
  const recovery = recoverBehind(facts.clean, sealedHere.map(BigInt), mirrored);
  switch (recovery.kind) {
    case 'hydrate_from_mirror':
      return { kind: 'hydrate', version: recovery.want };
    case 'serve_available_previous':
      return { kind: 'open', version: recovery.version };
    case 'unserviceable':
      return { kind: 'nothing' };
  }
}

async function recovered(replica: Replica, version: bigint, identity: ImportIdentity): Promise<boolean> {
  if (replica.mirror === null) return false;
  try {
    await replica.before('hydrate');
    // It reads files that are about to be replaced; another version goes on being served meanwhile.
    if (replica.shown.current.content?.version === version) await show(replica, null);
    await hydrate(replica.mirror, replica.own, version, identity);
    await carryOrigin(replica.mirror, replica.own);
    replica.tell({ kind: 'hydrated', version: String(version) });
    return true;
  } catch (error) {
    const because = error instanceof Error ? error.message : 'it failed';
    replica.tell({ kind: 'refused', what: `hydrating ${version}`, because });
    return false;
  }
}

/** A mirror that did not give the version is as good as one without it, until the next look. */
function withoutMirror(observed: Observations): Observations {
  const { mirror } = observed.replica;
  const unknown = { ...mirror, has_active: null, mirrored_through_version: null, state: 'unknown' as const };
  return { ...observed, replica: { ...observed.replica, mirror: unknown } };
}

async function show(replica: Replica, version: bigint | null): Promise<void> {
  const { content } = replica.shown.current;
  if (content?.version === version || (content === null && version === null)) return;
  const opened = version === null ? null : await replica.table.open(version);
  swap(replica, opened);
}

/** One synchronous step: lifecycle and content change together; queries under way keep what they began with for a while. */
export function swap({ shown, reporter, tell }: Replica, opened: OpenVersion | null): void {
  const { content } = shown.current;
  shown.update(() => ({ lifecycle: reporter.state.lifecycle, content: opened }));
  if (opened !== null) tell({ kind: 'opened', version: String(opened.version) });
  if (content !== null) setTimeout(() => content.close(), 5_000).unref();
}
