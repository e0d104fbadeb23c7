/** Two cleaners on equal tables on a real S3 server leave the same, or differ as the specification says. */
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { probeStore } from '@/lib/engine/store/probe-store';
import { describeDifferential } from './describe-differential';
import { openS3Places } from './scenario-place';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');

describeDifferential(
  'S3',
  () => openS3Places(endpoint),
  async ({ store }) => {
    const found = await probeStore(store, { clock: systemClock, random: systemRandom });
    return { conditionalDelete: found.deleteIfMatch.answer === 'yes' };
  },
);
