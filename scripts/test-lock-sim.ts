/** `npx tsx scripts/test-lock-sim.ts --schedules N [--seed S] [--mutant 'name']`: schedules of the lock simulation. */
import { describeLockFailure, runLockSchedules } from '@/lib/testing/lock-simulation/run-lock-schedules';
import { simulationCommand } from './lib/simulation-command';

void simulationCommand({ run: runLockSchedules, traceOf: describeLockFailure });
