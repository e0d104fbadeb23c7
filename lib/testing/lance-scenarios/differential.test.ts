/** Two cleaners on equal tables in local folders leave the same, or differ as the specification says. */
import { describeDifferential } from './describe-differential';
import { openLocalPlace } from './scenario-place';

describeDifferential(
  'local folders',
  async () => openLocalPlace,
  async () => ({ conditionalDelete: true }),
);
