/** A publication and a retirement interleaved at every pair of calls: never both a reported success and a removed version (F.4, D20). */
import { describe, expect, it } from 'vitest';
import { formatMarkerName, type MarkerKind } from '@/lib/engine/retirement/marker-names';
import { pastOwnershipMs, type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { findReference, lookAt } from './find-reference';
import { moveTag } from './move-tag';
import { commitCensus, referenceCensus } from './reference-census';
import { referenceRules } from './reference-protocol-rules';

const target = 2n;
const request = { name: 't', branch: null, version: target } as const;

/** A run that retires one version, in the order of G.2, its calls not counted. */
class Retirement {
  private census: Awaited<ReturnType<typeof referenceCensus>> | null = null;
  committed = false;
  cancelled = false;
  private readonly steps = [() => this.fence(), () => this.seal(), () => this.look(), () => this.commit()];

  constructor(private readonly stage: ReferenceStage) {}

  private get context() {
    return { ...this.stage.context, store: this.stage.bare };
  }

  /** Goes on for `count` steps; nothing after it was cancelled. */
  async go(count = this.steps.length): Promise<void> {
    for (const step of this.steps.splice(0, count)) if (!this.cancelled) await step();
  }

  private async fence() {
    await this.stage.mark('draining', target);
  }

  private async seal() {
    await this.stage.mark('sealed', target);
    await this.stage.bare.delete(this.key('draining'));
  }

  private async look() {
    const request = { namespace: 'main', sealed: new Set([target]), mode: 'defer' } as const;
    this.census = await referenceCensus(this.context, request);
    if (this.census.held.has(target)) await this.cancel();
  }

  private async commit() {
    if (this.census === null) throw new Error('no census');
    const { snapshot, completed } = this.census;
    const versions = new Set([target]);
    const late = await commitCensus(this.context, { namespace: 'main', versions, snapshot, completed });
    if (late.held.has(target)) return this.cancel();
    await this.stage.mark('committed', target);
    await this.stage.bare.delete(this.key('sealed'));
    await this.stage.bare.delete(this.stage.manifestKey(target));
    this.committed = true;
  }

  private async cancel() {
    await this.stage.bare.delete(this.key('sealed'));
    this.cancelled = true;
  }

  private key(marker: MarkerKind): string {
    const name = { namespace: 'main', version: target, markerOperationId: 'a'.repeat(32), marker };
    return this.stage.at(formatMarkerName(name));
  }
}

type Publish = (stage: ReferenceStage) => Promise<unknown>;

const publications: readonly [string, (stage: ReferenceStage) => Promise<unknown>, Publish][] = [
  ['a tag created', async () => undefined, ({ context }) => createTag(context, request)],
  [
    'a tag moved',
    ({ context }) => createTag(context, { ...request, version: 4n }),
    ({ context }) => moveTag(context, request),
  ],
];

/** Runs a publication with the retirement's steps put in front of its calls. */
async function race(prepare: Publish, publish: Publish, stepsBefore: (call: number) => number) {
  const stage = await referenceStage();
  await prepare(stage);
  const retirement = new Retirement(stage);
  let call = 0;
  stage.beforeCalls(async () => {
    await retirement.go(stepsBefore(call++));
  });
  const reported = await publish(stage).then(
    () => true,
    () => false,
  );
  stage.beforeCalls(null);
  await retirement.go();
  const found = await findReference(stage.context, 'tag', 't');
  const visible = (await lookAt(stage.context, found)) === 'visible';
  const points = found.body === null ? null : JSON.parse(new TextDecoder().decode(found.body)).version;
  return { stage, retirement, calls: call, reported, seen: visible && points === Number(target) };
}

describe.each(publications)('%s', (_, prepare, publish) => {
  it('D20 is never both reported and removed, wherever the retirement stands', async () => {
    const alone = await race(prepare, publish, () => 0);
    expect(alone.reported && alone.retirement.cancelled).toBe(true);
    const outcomes = { retained: 0, removed: 0 };
    for (let first = 0; first < alone.calls; first += 1) {
      for (let last = first; last < alone.calls; last += 2) {
        for (const before of [1, 2, 3]) {
          const steps = (call: number) => (call === first ? before : 0) + (call === last ? 4 - before : 0);
          const { retirement, reported, seen } = await race(prepare, publish, steps);
          const where = `steps before calls ${first} and ${last}, ${before} first`;
          expect({ where, lost: reported && retirement.committed }).toEqual({ where, lost: false });
          expect({ where, dangling: seen && retirement.committed }).toEqual({ where, dangling: false });
          outcomes[retirement.committed ? 'removed' : 'retained'] += 1;
        }
      }
    }
    expect(Math.min(outcomes.retained, outcomes.removed)).toBeGreaterThan(0);
  }, 60_000);

  it('D20 needs the look at the markers with intent and claim in place', async () => {
    const careless = {
      ...referenceRules,
      beforeReference: () => ({ kind: 'available', stale: [] }) as const,
    };
    const { calls } = await race(prepare, publish, () => 0);
    let losses = 0;
    for (let at = 0; at < calls; at += 1) {
      const { reported, retirement } = await race(prepare, publishBy(publish, careless), (call) =>
        call === at ? 4 : 0,
      );
      if (reported && retirement.committed) losses += 1;
    }
    expect(losses).toBeGreaterThan(0);
  });
});

function publishBy(publish: Publish, rules: typeof referenceRules): Publish {
  return (stage) => publish({ ...stage, context: { ...stage.context, rules } });
}

describe('afterwards', () => {
  it.each(['managed', 'released'] as const)(
    'D20 where a %s tag pointed before stays, while its move may still be rolled back',
    async (kind) => {
      const stage = await referenceStage();
      if (kind === 'managed') await createTag(stage.context, request);
      else await stage.force('_refs/tags/t.json', stage.tagBody(target, null));
      // The mover writes the new place and is never heard of again.
      stage.failWhen(({ verb, key, body }) => {
        const confirms = new TextDecoder().decode(body ?? undefined).includes('"state":"live"');
        return verb === 'replace' && key.endsWith('.state') && confirms ? 'lost_before' : null;
      });
      await expect(moveTag(stage.context, { ...request, version: 4n })).rejects.toMatchObject({
        kind: 'unavailable',
      });
      expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 4 });
      stage.failWhen(null);
      const retirement = new Retirement(stage);
      await retirement.go(2);
      // Version 4 is lost to a released cleaner: the move is rolled back while version 2 is being retired.
      await stage.bare.delete(stage.manifestKey(4n));
      await retirement.go(1);
      expect(retirement.cancelled).toBe(true);
      stage.time.now += pastOwnershipMs;
      await new Retirement(stage).go();
      expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 2 });
      expect((await stage.bare.head(stage.manifestKey(target))).kind).toBe('found');
    },
  );

  it('D20 a tag reported as created keeps its version through later runs, and 15 minutes change nothing', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    stage.time.now += 10 * pastOwnershipMs;
    const retirement = new Retirement(stage);
    await retirement.go();
    expect([retirement.committed, retirement.cancelled]).toEqual([false, true]);
  });

  it('7. recovered_retirement_preserves_tag_created_after_seal: the seal of a dead owner rejects it at any age', async () => {
    const stage = await referenceStage();
    await stage.mark('sealed', target);
    stage.time.now += 10 * pastOwnershipMs;
    await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.readTag('t')).toBeNull();
    const recovery = { namespace: 'main', sealed: new Set<bigint>(), mode: 'retain' } as const;
    expect((await referenceCensus(stage.context, recovery)).held.has(target)).toBe(false);
  });
});
