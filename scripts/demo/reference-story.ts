/** Reference intents and states of the demo: published, about to be published, abandoned on the way, being revoked. */

import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { below, tagRefsFolder } from '@/lib/engine/lance/paths';
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import { formatIntentName, type IntentName } from '@/lib/engine/references/intent-names';
import type { StateRecord } from '@/lib/engine/references/state-records';
import { createIntent, createState } from '@/lib/engine/references/write-reference';
import { age, type DemoDataset, manifestPath, manifestSize, mustBeWritten } from './demo-dataset';

const minuteMs = 60_000;

interface Publication {
  readonly tag: string;
  readonly version: bigint;
  readonly operationId: string;
  /** Of the intent; fixed, so that an actor finds its own again. */
  readonly intentId: string;
  /** The publisher's `createdAt` is fixed: a renewed intent announces the same bytes. */
  readonly createdAt: string;
}

const published: Publication = {
  tag: 'prod',
  version: 40n,
  operationId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2900',
  intentId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2910',
  createdAt: '2026-11-20T08:00:00Z',
};
const underway: Publication = {
  ...published,
  tag: 'month-end',
  version: 8n,
  operationId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2901',
  intentId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2911',
};
const abandoned: Publication = {
  ...published,
  tag: 'quarter-end',
  version: 5n,
  operationId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2902',
  intentId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2912',
};
const revoked: Publication = {
  ...published,
  tag: 'year-end',
  version: 6n,
  operationId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2903',
  intentId: '3c0a5be1f0d24a7f9b1e6d5c4b3a2913',
};

export async function writeReferences(events: DemoDataset, orders: DemoDataset): Promise<void> {
  await publish(events, published);
  await claim(orders, underway);
  await announce(orders, underway, 0);
  await claim(orders, abandoned);
  await announce(orders, abandoned, 40 * minuteMs);
  await revoke(orders, revoked);
  const canonicalPath = pathOf(events, 'release-2026-09');
  mustBeWritten(await createState(events.store, events.root, { state: 'legacy', canonicalPath }), 'a state');
}

/** The publisher at work announces itself anew, as an owner must before its 15 minutes end. */
export async function announceAgain(orders: DemoDataset): Promise<void> {
  await orders.store.delete(below(orders.root.key, formatIntentName(intentName(underway))));
  await announce(orders, underway, 0);
}

/** A publication that went all the way: the tag carries its generation, the state says live, no intent is left. */
async function publish(dataset: DemoDataset, publication: Publication): Promise<void> {
  const { tag, version, operationId } = publication;
  const key = below(dataset.root.key, `${tagRefsFolder}${tag}.json`);
  mustBeWritten(await dataset.store.create(key, await payload(dataset, publication)), `the tag ${tag}`);
  const live = { generation: operationId, target: { namespace: mainNamespace, version } };
  await write(dataset, { state: 'live', canonicalPath: pathOf(dataset, tag), live });
}

async function announce(dataset: DemoDataset, publication: Publication, ageMs: number): Promise<void> {
  const name = intentName(publication);
  const intent = await createIntent(dataset.store, dataset.root, name, {
    manifestPath: manifestPath(dataset, publication.version),
    mutation: await mutation(dataset, publication),
    operationId: publication.operationId,
    state: 'pending',
  });
  mustBeWritten(intent, 'an intent');
  if (ageMs > 0) await age(dataset, formatIntentName(name), ageMs);
}

function claim(dataset: DemoDataset, { tag, version, operationId }: Publication): Promise<void> {
  return write(dataset, {
    state: 'pending',
    canonicalPath: pathOf(dataset, tag),
    operationId,
    target: { namespace: mainNamespace, version },
    previous: null,
    previousWasLegacy: false,
  });
}

async function revoke(dataset: DemoDataset, publication: Publication): Promise<void> {
  await write(dataset, {
    state: 'revoking',
    canonicalPath: pathOf(dataset, publication.tag),
    operationId: publication.operationId,
    target: { namespace: mainNamespace, version: publication.version },
    previous: null,
    previousWasLegacy: false,
    mutation: await mutation(dataset, publication),
  });
}

async function mutation(dataset: DemoDataset, publication: Publication) {
  return {
    kind: 'create',
    path: pathOf(dataset, publication.tag),
    payload: await payload(dataset, publication),
  } as const;
}

async function payload(dataset: DemoDataset, publication: Publication): Promise<Uint8Array> {
  return encodeCanonicalTag({
    generation: publication.operationId,
    branch: null,
    version: publication.version,
    createdAt: publication.createdAt,
    updatedAt: publication.createdAt,
    manifestSize: await manifestSize(dataset, publication.version),
    metadata: {},
  });
}

async function write(dataset: DemoDataset, record: StateRecord): Promise<void> {
  mustBeWritten(await createState(dataset.store, dataset.root, record), `the state ${record.state}`);
}

function pathOf(dataset: DemoDataset, tag: string): string {
  return below(dataset.root.path, `${tagRefsFolder}${tag}.json`);
}

function intentName({ version, intentId }: Publication): IntentName {
  return { namespace: mainNamespace, version, id: intentId };
}
