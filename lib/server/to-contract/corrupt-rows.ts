/** Control files whose name or body does not parse: rows like others, with their first bytes escaped. */
import type { z } from 'zod';
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { corruptRow } from '@/lib/contracts/control';
import type { ControlState } from '@/lib/engine/control/control-entries';
import type { Place } from './place';
import { iso } from './scalars';

export type CorruptRowInput = z.input<typeof corruptRow>;

export function corruptRows(
  place: Place,
  control: ControlState,
  areas?: readonly CorruptRowInput['area'][],
): CorruptRowInput[] {
  return control.corrupt
    .filter(({ area }) => areas === undefined || areas.includes(area))
    .map(({ entry, area, reason, size, storedAt, excerpt }) => ({
      ...place,
      key: entry,
      area,
      reason,
      bytes: size,
      storedAt: iso(storedAt),
      excerpt: excerpt === null ? null : withoutSecrets(excerpt),
    }));
}
