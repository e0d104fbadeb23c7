/** Takes, renews and releases leases. Whose a lease is, its holder record says; without one it is nobody's own (D23). */
import { VamplateError } from '@/lib/base/errors';
import { endpoints } from '@/lib/contracts/endpoints';
import { holderLabel } from '@/lib/contracts/lease-actions';
import { allows } from '@/lib/contracts/roles';
import type { DatasetEngine } from '@/lib/engine/engine';
import type { FoundLease } from '@/lib/engine/leases/find-lease';
import type { LeaseHandle } from '@/lib/engine/leases/lease-handle';
import type { Caller } from '../auth/caller';
import type { Operation } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { versionName } from '../journal/target-names';
import { iso } from '../to-contract/scalars';

export const takeLease: Operation<typeof endpoints.takeLease> = async (context, { params, body }) => {
  const { version, branch, ttlMs, workload = null } = body;
  const label = holderLabel(context.caller.actor);
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.takeLease.action,
    { params, object: versionName(version, branch) },
    async ({ engine, lake }) => {
      const holder = { lake: lake.store, record: { label, host: null, workload } };
      const handle = await engine.acquireLease({ branch, version: BigInt(version) }, { ttlMs, holder });
      const lease = heldOf(handle, label);
      return { value: lease, sentence: `Lease ${lease.id} holds it until ${lease.expiresAt}.` };
    },
  );
  return { lease: value, notes: [...notes], recorded };
};

export const renewLease: Operation<typeof endpoints.renewLease> = async (context, { params, body }) => {
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.renewLease.action,
    { params, object: `lease ${params.lease}` },
    async ({ engine }) => {
      const { handle, holder } = await requireLease(engine, params.lease);
      if (!isOwn(holder, context.caller)) {
        throw new VamplateError('forbidden', `Only who took a lease renews it: ${holderWords(holder)}.`);
      }
      await handle.renew(body.ttlMs);
      const lease = heldOf(handle, holderLabel(context.caller.actor));
      return { value: lease, sentence: `Lease ${lease.id} follows it and holds until ${lease.expiresAt}.` };
    },
  );
  return { lease: value, notes: [...notes], recorded };
};

export const releaseLease: Operation<typeof endpoints.releaseLease> = async (context, { params, body }) => {
  const { notes, recorded } = await changeDataset(
    context,
    endpoints.releaseLease.action,
    { params, object: `lease ${params.lease}`, reason: body.reason },
    async ({ engine }) => {
      const { handle, holder } = await requireLease(engine, params.lease);
      if (!isOwn(holder, context.caller)) requireRight(context.caller, holder, body.reason);
      await handle.release();
      return {
        value: null,
        sentence: `It was released; it held version ${handle.version}; ${holderWords(holder)}.`,
      };
    },
  );
  return { released: params.lease, notes: [...notes], recorded };
};

function isOwn(holder: FoundLease['holder'], caller: Caller): boolean {
  return holder.kind === 'recorded' && holder.record.label === holderLabel(caller.actor);
}

function requireRight({ role }: Caller, holder: FoundLease['holder'], reason: string | undefined): void {
  const { access: needed, when } = endpoints.releaseLease.action.harder;
  if (!allows(role, needed)) {
    const message = `This needs the role ${needed}, since ${when}: ${holderWords(holder)}.`;
    throw new VamplateError('forbidden', message, { role, needed });
  }
  if (reason === undefined) {
    throw new VamplateError('invalid_input', `A reason is needed, since ${when}: ${holderWords(holder)}.`, {
      issues: [{ path: 'body.reason', message: 'expected a reason' }],
    });
  }
}

function holderWords(holder: FoundLease['holder']): string {
  return holder.kind === 'recorded' ? `its holder is ${holder.record.label}` : 'its holder is not recorded';
}

async function requireLease(engine: DatasetEngine, id: string): Promise<FoundLease> {
  const found = await engine.findLease(id);
  if (found === null) throw new VamplateError('not_found', `There is no lease ${id} here.`, { lease: id });
  return found;
}

function heldOf({ id, version, expiresAt }: LeaseHandle, holder: string) {
  return { id, version: `${version}`, expiresAt: iso(expiresAt) ?? lastInstant, holder };
}

/** A lease longer than any calendar ends, for people, at its last instant. */
const lastInstant = '9999-12-31T23:59:59.999Z';
