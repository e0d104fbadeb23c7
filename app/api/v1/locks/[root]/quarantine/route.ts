/** Moves a lock record that cannot be read aside. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { quarantineLock } from '@/lib/server/operations/unlock-root';

export const POST = defineRoute(endpoints.quarantineLock, quarantineLock);
