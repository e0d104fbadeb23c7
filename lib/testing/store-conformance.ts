/** One suite for every backend: whatever passes it answers each call of `ObjectStore` as the engine relies on (A1 to A7). */
import { describe } from 'vitest';
import { describeDeletes } from './store-conformance/deletes';
import { conformanceKit, type ExpectedCapabilities, type OpenedStore } from './store-conformance/kit';
import { describeListings } from './store-conformance/listings';
import { describeReads } from './store-conformance/reads';
import { describeWrites } from './store-conformance/writes';

/** @param open gives an empty store for each test */
export function describeStore(
  name: string,
  open: () => Promise<OpenedStore>,
  expected: ExpectedCapabilities = { deleteIfMatch: 'honoured' },
): void {
  describe(name, () => {
    const kit = conformanceKit(open, expected);
    describeReads(kit);
    describeWrites(kit);
    describeDeletes(kit);
    describeListings(kit);
  });
}
