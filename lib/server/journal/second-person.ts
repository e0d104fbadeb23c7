/** Actions that need a second person and have no plan that one could approve: refused while the configuration names them, never done by one person alone. */
import type { Runtime } from '../runtime';
import { reasonWith, refused } from './refusal-rules';

/** @throws `refused` where the configuration asks for a second person */
export function requireNoSecondPerson(
  { config }: Pick<Runtime, 'config'>,
  action: Exclude<Runtime['config']['secondApprover'][number], 'run_cleanup'>,
): void {
  if (!config.secondApprover.includes(action)) return;
  const sentence = 'The configuration asks for a second person before this, and only plans can be approved.';
  const remedy = `Whoever runs the console takes ${action} out of secondApprover in its configuration.`;
  throw refused(sentence, [reasonWith('approval', sentence, { remedy })]);
}
