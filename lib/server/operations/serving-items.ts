/** What Overview, its tally and Prometheus are told of every serving set, from the looks that the pages share. */
import type { z } from 'zod';
import type { attentionItem } from '@/lib/contracts/attention';
import type { Runtime } from '../runtime';
import { setItems, unreadItems } from '../to-contract/serving-attention';
import { servingLooks } from './read-serving';

/** Never throws for what lies outside: an environment that cannot be read is an item of its own. */
export async function servingItems(runtime: Runtime): Promise<z.input<typeof attentionItem>[]> {
  const looks = await servingLooks(runtime);
  return looks.flatMap(({ lake, env, problem, sets, addresses }) => [
    ...sets.flatMap(({ set, replicas }) => setItems({ lake, env, set, replicas })),
    ...unreadItems({
      lake,
      env,
      problem,
      addresses: addresses.filter(({ verdict, retired }) => verdict === 'unreadable' && retired === null),
    }),
  ]);
}
