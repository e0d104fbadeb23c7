/** What to call a reference that a control file names by its path. */
import type { ControlState } from '@/lib/engine/control/control-entries';
import { referenceWords } from '@/lib/engine/control/protection-facts';
import { entryOf } from '@/lib/engine/retirement/dataset-path';

/** `tag release`, `branch exp`; the path itself where it is neither, or lies outside the dataset. */
export function wordsOfPath({ root }: ControlState, path: string): string {
  const entry = entryOf(root, path);
  return entry === null ? path : referenceWords(entry);
}
