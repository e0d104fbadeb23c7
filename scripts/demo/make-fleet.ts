/** `make-fleet.ts <folder>`: a large lake, made once: 340,000 manifest names, 10,000 leases, 500 datasets. */
import path from 'node:path';
import { madeOnce } from './made-once';
import { fleetSizes, writeFleet } from './write-fleet';

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: make-fleet.ts <folder>');
const folder = path.resolve(argument);

await madeOnce(folder, () => writeFleet(folder, fleetSizes));
