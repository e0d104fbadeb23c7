/** Looks at both copies and says what is there: history, seals, mirror and inventory; what follows is decided elsewhere. */
import { listVersions } from '@/lib/engine/lance/read-versions';
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import { proveMaintenance } from '@/lib/engine/serving/prove-maintenance';
import { type Observations, reportImport } from '@/lib/engine/serving/replica-state-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { verifySeals } from '@/lib/engine/serving/verify-seals';
import { hasSealed, pointerOf, readOrigin, readSeal } from './copy';
import { publicationIn, publicationOf, type Replica } from './replica';
import { hasWhole } from './version-closure';

export interface ServedPair {
  readonly active: ImportIdentity | null;
  readonly previous: ImportIdentity | null;
}

type Mirror = Observations['replica']['mirror'];
type Seals = StatusReport['seals'];

/** Most versions and seals looked at; the newest. */
const mostVersions = 50;

/** @throws `unavailable` or `corrupt` when the own copy cannot be told; the mirror's silence is only unknown */
export async function observeCopy(
  replica: Replica,
  { active, previous }: ServedPair,
  verdict: Observations['replica']['activation']['verdict'],
): Promise<Observations> {
  const { own, root, policy, clock, shown } = replica;
  const at = new Date(clock.wall()).toISOString();
  const clean = active === null ? null : await publicationOf(replica, active);
  const before = previous === null ? null : await publicationOf(replica, previous);
  const listing = await listVersions(own.store, own.root, { extent: 'all', keep: mostVersions });
  const sealed = await sealedVersions(replica);
  const here = await wholeVersions(replica, [...sealed, clean, before, listing.latest]);
  const origin = await readOrigin(own);
  const inventory = (version: bigint | null) =>
    version === null ? null : here.has(version) ? ('complete' as const) : ('partial' as const);
  const keep = [...new Set([clean, before, ...sealed])].filter((one) => one !== null);
  return {
    history: {
      publication_version: await sealedPublication(replica, active),
      clean_version: numbered(clean),
      clean_version_source: clean === null ? null : 'import_seal',
      ...{ observed_head: numbered(listing.latest), observed_at: at },
      locally_available: ascending(here),
      locally_available_truncated: listing.count > mostVersions,
      known_maintenance: await maintenanceAbove(replica, clean, listing.latest),
    },
    sealedHere: ascending(sealed.filter((version) => here.has(version))),
    replica: {
      root: {
        ...{ path_label: root.kind, kind: root.kind, source: root.source },
        declared_durability: root.declared,
      },
      mirror: await observeMirror(replica, active, clean),
      activation: {
        policy: {
          volume_requires_mirror: policy.volumeRequiresMirror,
          ephemeral_requires_mirror: policy.ephemeralRequiresMirror,
        },
        verdict,
      },
    },
    origin: typeof origin === 'object' ? reportImport(origin.identity) : null,
    seals: await sealsOf(replica, active, at),
    retention: {
      ...{ authority: 'none', grace_until: null, collectable_count: 0 },
      keep_versions: ascending(keep),
      inventory: { active: inventory(clean), previous: inventory(before) },
    },
    contentPresent: shown.current.content !== null,
  };
}

/** Only what Lance's own transactions prove; nothing is asserted here (E.6). */
async function maintenanceAbove(
  { own }: Replica,
  clean: bigint | null,
  head: bigint | null,
): Promise<Observations['history']['known_maintenance']> {
  if (clean === null || head === null || head <= clean) {
    return { versions: [], provenance: 'caller_asserted' };
  }
  const proof = await proveMaintenance({
    store: own.store,
    root: own.root,
    clean,
    head,
    maxVersions: mostVersions,
  });
  return { versions: ascending(proof.verified), provenance: 'lance_history_verified' };
}

/** What the seal itself says; a reconciled one says nothing (C.2). */
async function sealedPublication({ own }: Replica, active: ImportIdentity | null): Promise<number | null> {
  const seal = active === null ? 'absent' : await readSeal(own, importIdOf(active));
  return typeof seal === 'object' ? numbered(seal.publicationVersion) : null;
}

async function sealedVersions(replica: Replica): Promise<readonly bigint[]> {
  const { store, places } = replica.own;
  const page = await store.list({ prefix: places.importSeals, delimiter: '/', limit: mostVersions });
  const versions: bigint[] = [];
  for (const { key } of page.objects) {
    const id = key.slice(places.importSeals.length).replace(/\.json$/, '') as ImportId;
    const seal = await readSeal(replica.own, id);
    const version = typeof seal === 'object' ? await publicationOf(replica, seal.identity) : null;
    if (version !== null) versions.push(version);
  }
  return versions;
}

async function wholeVersions(
  { own }: Replica,
  asked: readonly (bigint | null)[],
): Promise<ReadonlySet<bigint>> {
  const whole = new Set<bigint>();
  for (const version of new Set(asked)) {
    if (version !== null && (await hasWhole(own, version))) whole.add(version);
  }
  return whole;
}

/** What the mirror has of the active import; no answer is `unknown`, never "not there". */
export async function observeMirror(
  replica: Replica,
  active: ImportIdentity | null,
  clean: bigint | null,
): Promise<Mirror> {
  const { mirror } = replica;
  const nothing = { has_active: null, mirrored_through_version: null };
  if (mirror === null) return { configured: false, ...nothing, state: 'not_configured' };
  try {
    const pointer = await pointerOf(mirror);
    const seal = pointer === null ? 'absent' : await readSeal(mirror, pointer.active.import_id as ImportId);
    const through = typeof seal === 'object' ? await publicationIn(replica, mirror, seal.identity) : null;
    if (active === null || clean === null) {
      return {
        configured: true,
        has_active: null,
        mirrored_through_version: numbered(through),
        state: 'unknown',
      };
    }
    const published = typeof seal === 'object' && sameIdentity(seal.identity, active);
    const has = (published || (await hasSealed(mirror, active))) && (await hasWhole(mirror, clean));
    const known = through !== null && (has || through < clean);
    return {
      ...{ configured: true, has_active: has },
      mirrored_through_version: has || (through !== null && through < clean) ? numbered(through) : null,
      state: has ? 'current' : known ? 'lagging' : 'unknown',
    };
  } catch {
    return { configured: true, ...nothing, state: 'unknown' };
  }
}

/** The three small reads of C.9; a pointer of this copy that names another import is no proof of the active one. */
async function sealsOf({ own }: Replica, active: ImportIdentity | null, at: string): Promise<Seals> {
  if (active === null) return { origin: 'unchecked', active: 'unchecked', checked_at: null };
  const id = importIdOf(active);
  const { origin, active: sealed, published } = await verifySeals(own.store, own.places, id);
  const pointsElsewhere = sealed === 'verified' && published !== null && published !== id;
  return { origin, active: pointsElsewhere ? 'mismatch' : sealed, checked_at: at };
}

function ascending(versions: Iterable<bigint>): number[] {
  return [...versions].map(Number).sort((a, b) => a - b);
}

function numbered(version: bigint | null): number | null {
  return version === null ? null : Number(version);
}
