/** `npx tsx scripts/test-serving-sim.ts --schedules N [--seed S] [--mutant 'name']`: schedules of the serving simulation. */
import { describeServingFailure } from '@/lib/testing/serving-simulation/run-serving-schedule';
import { runServingSchedules } from '@/lib/testing/serving-simulation/run-serving-schedules';
import { simulationCommand } from './lib/simulation-command';

void simulationCommand({ run: runServingSchedules, traceOf: describeServingFailure });
