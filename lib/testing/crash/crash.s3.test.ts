/** A cleanup on a real S3 server that dies at any of its calls, before or after the effect, is finished by another. */

import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { Ages } from './ages';
import { finish } from './crash-at';
import { type CrashPlace, s3Place } from './crash-place';
import { makeScene } from './crash-scene';
import { enumerateStates } from './enumerate-states';
import { killCleaner } from './kill-cleaner';
import { lanceHistory } from './lance-history';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const service = { endpoint, region: process.env.VAMPLATE_S3_REGION ?? 'us-east-1' };
const given = process.env.VAMPLATE_S3_BUCKET;
const bucket = given ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;

/** Fewer calls than this, and some of the run was not enumerated. */
const fewestCalls = 80;
const steps = ['begin', 'fence', 'lease_census', 'seal', 'reference_census', 'commit', 'guard', 'finalize'];

const places: CrashPlace[] = [];
function open(): CrashPlace {
  const uri = `s3://${bucket}/crash/${uuidHex(systemRandom)}`;
  const place = s3Place(uri, () => openStore({ uri, ...service }));
  places.push(place);
  return place;
}

beforeAll(async () => {
  if (given !== undefined) return;
  const client = openS3Client(service);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
});
afterAll(async () => {
  for (const place of places) await place.remove();
});

const name =
  'a cleanup of three versions that dies at any of its calls, or is killed, is finished by another';
it(name, { timeout: 400_000 }, async () => {
  const scene = await makeScene(open(), await lanceHistory(), 'untouched');
  const { calls, points, states, bySteps, mostFinishers, violations } = await enumerateStates(scene);
  const byStep = [...bySteps].map(([step, count]) => `${step} ${count}`).join(', ');
  console.log(
    `S3: ${points} points of death in ${calls.length} calls (${byStep}), ${states} states; finishers at most ${mostFinishers}`,
  );
  expect(violations).toEqual([]);
  expect(points).toBe(2 * calls.length);
  expect(calls.length).toBeGreaterThan(fewestCalls);
  expect(states).toBeGreaterThan(15);
  expect([...bySteps.keys()]).toEqual(steps);

  const random = new SeededRandom(31);
  const changes = calls.filter(({ mutates }) => mutates);
  for (const moment of ['before', 'after', 'running'] as const) {
    await scene.start.bring();
    const index = changes[random.int(changes.length)]?.index ?? 0;
    await killCleaner(scene, { index, moment, service });
    const finished = await finish(scene, new Ages(scene.ages));
    expect(finished.violations, `killed ${moment} call ${index}`).toEqual([]);
  }
});
