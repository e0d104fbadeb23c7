/** A process of its own that moves one tag of a local dataset again and again, for tests of what happens between processes. */
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { moveTag } from '@/lib/engine/references/move-tag';
import { referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';

const [, , root, key, name, mark, count] = process.argv;
if (root === undefined || key === undefined || name === undefined || mark === undefined)
  throw new Error('root, key, name and mark are needed');
const store = openLocalStore({ root });
const context = {
  store,
  root: datasetRoot(store.rootPath, key),
  clock: systemClock,
  random: systemRandom,
  abandoned: new AbandonedDrains(),
  conditionalDelete: true,
  clockMarginMs: 0,
  rules: referenceRules,
  memory: null,
};

/** Every move adds one to its own process's number in the metadata: one that is lost is missing from the sum. */
const tagKey = `${key}/_refs/tags/${name}.json`;
for (let moved = 0; moved < Number(count); moved += 1) {
  await withReferenceLock(store, tagKey, async () => {
    const answer = await store.get(tagKey, { maxBytes: 100_000 });
    if (answer.kind !== 'found') throw new Error('the tag is gone');
    const metadata: Record<string, string> = JSON.parse(new TextDecoder().decode(answer.body)).metadata;
    const own = `${Number(metadata[mark] ?? '0') + 1}`;
    const version = BigInt(1 + (moved % 5));
    await moveTag(context, { name, branch: null, version, metadata: { ...metadata, [mark]: own } });
  });
}
console.log('done');
