/** `make-status-page.ts <control>`: one public status page of the demo, made once; whoever deletes it has it deleted. */
import path from 'node:path';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { openRegister } from '@/lib/engine/store/register';
import { pageKey, pageRecord } from '@/lib/server/status/page-record';
import { madePage } from '@/lib/server/status/page-rules';
import { demoTables } from './lance-tables';

const slug = 'demo';

const dataset = (table: keyof typeof demoTables, label: string, description: string): StatusTarget => ({
  ...{ kind: 'dataset', lake: 'demo', id: encodeDatasetId(demoTables[table]), label, description },
});

const targets: StatusTarget[] = [
  dataset('events', 'Events', 'What happened, as it comes in'),
  dataset('products', 'Products', 'The catalogue that shops read'),
  dataset('orders', 'Orders', 'Orders of western Europe'),
  { kind: 'serving', env: 'demo', set: 'berlin', label: 'Places in Berlin', description: 'Answers searches' },
  { kind: 'lock', root: 'brain', label: 'Deployments', description: null },
];

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: make-status-page.ts <control>');
const parts = {
  ...{ store: openLocalStore({ root: path.resolve(argument) }), key: pageKey(slug), schema: pageRecord },
  ...{ clock: systemClock, random: systemRandom },
};

await openRegister(parts).update((before) =>
  before === null
    ? madePage(
        null,
        {
          ...({
            slug,
            title: 'Demo',
            level: 'labels',
            visibility: 'public',
            timeZone: 'UTC',
            canary: true,
          } as const),
          ...{ targets, salt: uuidHex(systemRandom) },
        },
        { by: 'demo', at: new Date(systemClock.wall()).toISOString() },
      )
    : null,
);
