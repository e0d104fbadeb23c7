/** `make-demo.ts <folder>`: the demo lake, tables by LanceDB and the lifecycle vocabulary by our own record writers. */
import path from 'node:path';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { demoDataset } from './demo-dataset';
import { demoTables, writeTables } from './lance-tables';
import { writeLeases } from './lease-story';
import { writeLocks } from './lock-story';
import { madeOnce } from './made-once';
import { writeReferences } from './reference-story';
import { writeMarkers } from './retirement-story';
import { writeServing } from './serving-story';

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: make-demo.ts <folder>');
const folder = path.resolve(argument);

await madeOnce(folder, async () => {
  await writeTables(folder);
  const store = openLocalStore({ root: folder });
  const of = (table: keyof typeof demoTables) => demoDataset(store, folder, demoTables[table]);
  await writeLeases(of('events'), of('chunks'));
  await writeMarkers(of('products'));
  await writeReferences(of('events'), of('orders'));
  await writeLocks(store);
  await writeServing(folder);
});
