/** The register of what the canary proved: read once per slot, changed by whoever made the slot's sample. */
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openRegister, type Register } from '@/lib/engine/store/register';
import { type Proof, type ProofRecord, proofKey, proofRecord } from './proof-record';
import { sampleBounds } from './sample-record';

export class Proofs {
  private readonly register: Register<ProofRecord>;

  constructor(parts: { readonly store: ObjectStore; readonly clock: Clock; readonly random: Random }) {
    this.register = openRegister({
      ...parts,
      key: proofKey,
      schema: proofRecord,
      maxBytes: sampleBounds.bytes,
    });
  }

  /** @throws `unavailable`, `corrupt` */
  async read(): Promise<{ readonly record: ProofRecord | null; readonly byKey: ReadonlyMap<string, Proof> }> {
    const found = await this.register.read({ signal: AbortSignal.timeout(20_000) });
    const record = found.kind === 'absent' ? null : found.value;
    return { record, byKey: new Map(record?.proofs.map((one) => [one.key, one]) ?? []) };
  }

  /** Newest first; the oldest beyond the bound are forgotten. */
  async add(one: Proof, spent: { readonly hour: string; readonly used: number }): Promise<void> {
    await this.register.update((before) => {
      const used = (before?.hour === spent.hour ? before.used : 0) + spent.used;
      const others = before?.proofs.filter(({ key }) => key !== one.key) ?? [];
      return { format: 1, hour: spent.hour, used, proofs: [one, ...others].slice(0, sampleBounds.targets) };
    });
  }
}
