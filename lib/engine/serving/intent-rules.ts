/** Whether an intent may still be carried out: only what the operator saw, unchanged, and only what is offered (F). */
import type { Intent } from './intent-schema';
import type { StatusReport } from './report-schema';

/** Null when it may; otherwise why not. */
export function refuseIntent(
  intent: Intent,
  report: Pick<StatusReport, 'fence' | 'operation' | 'serving' | 'clocks' | 'capabilities'>,
): string | null {
  if (!report.capabilities.includes(intent.action)) return 'this replica does not offer that action';
  const { history } = report.clocks;
  const { operation } = report;
  const seen: Intent['expected'] = {
    epoch: report.fence.epoch,
    generation: operation.state === 'idle' ? null : operation.generation,
    active: report.serving?.active ?? null,
    clean: history.clean_version,
    head: history.observed_head,
  };
  for (const field of ['epoch', 'generation', 'active', 'clean', 'head'] as const) {
    if (seen[field] !== intent.expected[field]) return `${field} is not as expected any more`;
  }
  return null;
}
