/** The endpoints that change references, leases, markers, locks and the freeze, and the journal that tells of it. */
import { activityEndpoints } from './activity';
import { branchEndpoints } from './branches';
import type { Endpoint } from './endpoint';
import { freezeEndpoints } from './freeze';
import { leaseEndpoints } from './lease-actions';
import { retirementEndpoints } from './retirement-actions';
import { servingActionEndpoints } from './serving-actions';
import { tagEndpoints } from './tags';
import { unlockEndpoints } from './unlock';
import { verificationEndpoints } from './verification';

export const actionEndpoints = {
  ...freezeEndpoints,
  ...tagEndpoints,
  ...leaseEndpoints,
  ...retirementEndpoints,
  ...branchEndpoints,
  ...verificationEndpoints,
  ...unlockEndpoints,
  ...servingActionEndpoints,
  ...activityEndpoints,
} as const satisfies Record<string, Endpoint>;
