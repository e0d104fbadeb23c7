/** A lease-aware publisher of another make: it asks for markers once, and by its state alone says what it is about to do. */
import { uuidHex } from '@/lib/base/random';
import { pathOf } from '@/lib/engine/references/canonical-names';
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import { formatStateName } from '@/lib/engine/references/state-names';
import { encodeStateRecord } from '@/lib/engine/references/state-records';
import { createState } from '@/lib/engine/references/write-reference';
import type { Actor, Stage } from '@/lib/testing/simulation/cast';
import type { SimProcess } from '@/lib/testing/simulation/scheduler';
import { at, manifestKey, root } from '@/lib/testing/simulation/world';
import { unlessUnavailable } from './writer';

/** F.7 counts states for its sake: at the time of a census nothing else may speak for its tag. */
export const hastyTagger: Actor = async (process, stage) => {
  const { ledger } = stage;
  const { clock, random, store } = process;
  for (let round = 0; round < 2; round += 1) {
    const version = await nextVersion(process, stage);
    const entry = `_refs/tags/hasty-${round}.json`;
    const operationId = uuidHex(random);
    const path = pathOf(root, entry);
    const payload = encodeCanonicalTag({
      ...{ generation: operationId, branch: null, version, createdAt: null, manifestSize: 1, metadata: {} },
      updatedAt: '2030-01-01T00:00:00Z',
    });
    await unlessUnavailable(async () => {
      const markers = await store.list({ prefix: at(`_refs/version_lease_gc/main/${version}/`) });
      const manifest = await store.head(manifestKey(version));
      if (markers.objects.length > 0 || manifest.kind === 'absent') return;
      const target = { namespace: 'main', version };
      const state = { state: 'pending', canonicalPath: path, operationId, target } as const;
      const claimed = await createState(store, root, { ...state, previous: null, previousWasLegacy: false });
      if (claimed.kind !== 'written') return;
      ledger.facts.claimedBare(at(formatStateName(path)), version);
      await clock.sleep(random.int(3_000));
      if ((await store.create(at(entry), payload)).kind !== 'written') return;
      const live = { generation: operationId, target };
      const head = await store.head(at(formatStateName(path)));
      if (head.kind === 'found') {
        const record = encodeStateRecord({ state: 'live', canonicalPath: path, live });
        await store.replace(at(formatStateName(path)), record, head.meta.etag);
      }
      ledger.hit('hasty tag');
    });
  }
};

/** One that a cleaner has planned and not begun with, if that comes about. */
async function nextVersion({ clock, random }: SimProcess, { ledger, config }: Stage): Promise<bigint> {
  await clock.sleep(random.int(20_000));
  for (let look = 0; look < 30; look += 1) {
    const planned = [...ledger.planned.values()].flat();
    const [first, ...others] = planned;
    if (first !== undefined) return random.pick([first, ...others]);
    await clock.sleep(random.int(4_000));
  }
  return random.pick([...config.wanted]);
}
