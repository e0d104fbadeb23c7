/** Leases and references that do not hold what they seem to hold. */
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import { explainVersions } from '@/lib/engine/protection/protection-rules';
import { counted, type Finding, type FindingInput, oldestOf } from './finding';
import { presenceOf } from './presence';
import { versionFact } from './version-facts';

export function holderFindings(input: FindingInput): Finding[] {
  return [
    ...unguardedLeases(input),
    ...leasesWithoutVersion(input),
    ...danglingTags(input),
    ...zombieBranches(input),
  ];
}

/** Versions that only lease-aware cleaners keep, while a released one may come by (5.1). */
function unguardedLeases({ facts, explanation }: FindingInput): Finding[] {
  const { columns } = facts.names;
  const leased = new Set(
    facts.control.leases
      .filter(
        (lease) => lease.namespace === facts.namespace && judgeLease(lease, lease.listedAt) === 'active',
      )
      .map(({ version }) => version),
  );
  const entries = [...leased].flatMap((version) => columns.find(version) ?? []);
  const atRisk = entries.filter((entry) => {
    const finding = facts.reader.manifests.peek(facts.reader.root(facts.branch), entry);
    const page = {
      versions: [versionFact(entry, finding)],
      latest: facts.names.listing.latest,
      newerThanPage: columns.placeOf(entry.version),
    };
    return explainVersions(page, explanation.holders, explanation.cleaner)[0]?.atRisk === true;
  });
  const [first] = atRisk;
  if (first === undefined) return [];
  const many = atRisk.length > 1;
  return [
    {
      kind: 'lease_unguarded',
      severity: 'attention',
      version: many ? null : first.version,
      detail: many ? counted(atRisk.length, 'version') : `v${first.version}`,
      problem: many
        ? `${atRisk.length} leased versions would be deleted by a released cleaner`
        : `v${first.version} is leased, and a released cleaner would delete it`,
      evidence:
        'Released Lance cleaners do not read leases; a tag would hold the version against every cleaner.',
      since: null,
      look: '/versions?kept=at_risk',
      action: many ? 'Show versions' : 'Show version',
    },
  ];
}

function leasesWithoutVersion({ facts }: FindingInput): Finding[] {
  const lost = facts.control.leases.filter(
    (lease) =>
      judgeLease(lease, lease.listedAt) === 'active' &&
      presenceOf(facts, lease.namespace, lease.version) === 'missing',
  );
  const [first] = lost;
  if (first === undefined) return [];
  return [
    {
      kind: 'lease_without_version',
      severity: 'stop',
      version: first.version,
      detail: counted(lost.length, 'lease'),
      problem: `v${first.version} was deleted while a lease held it`,
      evidence: `Lease ${first.id} has not ended; its reader may fail with 'not found'.`,
      since: oldestOf(lost),
      look: '/leases',
      action: 'Show leases',
    },
  ];
}

function danglingTags({ facts }: FindingInput): Finding[] {
  const dangling = facts.control.tags.filter(({ body }) => {
    if (body.kind !== 'read' || body.value.kind !== 'found') return false;
    const { branch, version } = body.value.reference;
    const namespace = [...facts.branchOf].find(([, name]) => name === branch)?.[0];
    return namespace !== undefined && presenceOf(facts, namespace, version) === 'missing';
  });
  const [first] = dangling;
  if (first === undefined) return [];
  return [
    {
      kind: 'dangling_tag',
      severity: 'attention',
      version: null,
      detail: dangling.length === 1 ? `tag ${first.name}` : counted(dangling.length, 'tag'),
      problem: `${counted(dangling.length, 'tag')} name a version that is not there`,
      evidence: `The first is ${first.name}; readers who open it get 'not found'.`,
      since: oldestOf(dangling),
      look: '/references?state=dangling',
      action: 'Show tags',
    },
  ];
}

function zombieBranches({ dataset, facts }: FindingInput): Finding[] {
  const zombies = dataset.zombiesOf(facts);
  const [first] = zombies ?? [];
  if (zombies === null || first === undefined) return [];
  return [
    {
      kind: 'zombie_branch',
      severity: 'attention',
      version: null,
      detail: counted(zombies.length, 'folder'),
      problem: `${counted(zombies.length, 'branch folder')} without a reference`,
      evidence: `tree/${first} holds versions, and no branch has that name: a creation or a deletion stopped half way.`,
      since: null,
      look: '/references?state=zombie',
      action: 'Show branches',
    },
  ];
}
