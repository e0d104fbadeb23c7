/** The endpoints that change references, leases, markers, locks and the freeze, and the journal that tells of it. */
import type { Endpoint } from './endpoint';
import { freezeEndpoints } from './freeze';

export const actionEndpoints = { ...freezeEndpoints } as const satisfies Record<string, Endpoint>;
