/** Turns one survey into what the protection rules ask about one branch; refuses what nobody may clean (D6 to D8, G.5). */
import type { StorageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { CleanupPolicy } from '@/lib/engine/cleanup/cleanup-policy';
import type { ClonePin } from '@/lib/engine/cleanup/clone-search';
import type { OutsideAnswer } from '@/lib/engine/cleanup/outside-reasons';
import { windowPolicy } from '@/lib/engine/cleanup/plan-rules';
import { branchHolders } from '@/lib/engine/control/protection-facts';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { externalCommitSuspicion } from '@/lib/engine/lance/resolve-versions';
import { indexHolders } from '@/lib/engine/protection/holder-rules';
import type {
  CleanerFacts,
  HolderFacts,
  OutsideReason,
  UnreadableEvidence,
  VersionFact,
} from '@/lib/engine/protection/protection-facts';
import type { VersionPage } from '@/lib/engine/protection/protection-rules';
import { type DatasetSurvey, type FolderSurvey, folderOf, type SurveyedVersion } from './dataset-survey';
import type { TreePin } from './kept-needs';

export interface BranchFacts {
  readonly target: FolderSurvey;
  readonly namespace: string;
  readonly latest: bigint;
  readonly holders: HolderFacts;
  /** Versions sealed or committed now, whether their manifests are there or not. */
  readonly retiring: ReadonlySet<bigint>;
  readonly treePins?: readonly TreePin[];
  readonly clonePins?: readonly ClonePin[];
}

/**
 * @param judgedAt the store's time less the clock margin: no expiry and no age is believed earlier (D12)
 * @throws `not_found` for a branch without reference, `refused` with `details.reasons`
 */
export function branchFacts(
  survey: DatasetSurvey,
  branch: string | null,
  outside: OutsideAnswer,
  judgedAt: StorageInstant,
): BranchFacts {
  const target = folderOf(survey, branch);
  const namespace = namespaceIn(survey, branch);
  if (target === null || namespace === null) {
    throw new VamplateError('not_found', `There is no branch ${branch}.`, { branch });
  }
  const present = new Set(target.versions.map(({ version }) => version));
  const holders = branchHolders(survey.control, {
    branch,
    namespace,
    manifestsOf: (marker) => (present.has(marker.version) ? 'present' : 'missing'),
    holderOf: () => null,
    outside: outside.reasons,
    unreadable: [...outside.unreadable, ...corruptElsewhere(survey)],
    refusals: refusalsOf(survey, target, judgedAt),
  });
  refuse(holders);
  if (target.latest === null) {
    throw new VamplateError('refused', 'No version is listed here; nothing can be cleaned.', {
      reasons: [{ kind: 'unreadable', subject: '_versions/', sentence: 'No manifest is listed.' }],
    });
  }
  const sealed = holders.markers.filter(({ marker }) => marker !== 'draining');
  return {
    target,
    namespace,
    latest: target.latest,
    holders: {
      ...holders,
      leases: holders.leases.map((lease) => ({ ...lease, listedAt: judgedAt })),
      storeTime: judgedAt,
    },
    retiring: new Set(sealed.map(({ version }) => version)),
  };
}

/** Also below other namespaces: a name that does not parse may be one of this branch, gone astray (G.5). */
function corruptElsewhere({ control }: DatasetSurvey): readonly UnreadableEvidence[] {
  return control.corrupt
    .filter(({ area }) => area !== 'other')
    .map(({ entry }) => ({ subject: `the corrupt file ${entry}`, version: null }));
}

/** The namespace of a branch that has a reference; null for one that has none. */
export function namespaceIn(survey: DatasetSurvey, branch: string | null): string | null {
  if (branch === null) return mainNamespace;
  const entry = survey.control.branches.find(({ name }) => name === branch);
  if (entry?.body.kind !== 'read' || entry.body.value.kind !== 'found') return null;
  return namespaceOf(entry.body.value.reference.identifier);
}

/** @param times own times of versions whose manifests were read; null where a manifest states none */
export function explainInput(
  facts: BranchFacts,
  policy: CleanupPolicy,
  times: ReadonlyMap<SurveyedVersion, number | null>,
): {
  readonly page: VersionPage;
  readonly holders: ReturnType<typeof indexHolders>;
  readonly cleaner: CleanerFacts;
} {
  const { target, holders, latest } = facts;
  const outside = [...holders.outside, ...pinReasons(facts)];
  const versions = [...target.versions, ...target.detached].map((one): VersionFact => {
    const committedAtMs = times.get(one);
    return {
      version: one.version,
      storedAt: one.storedAt,
      detached: one.scheme === 'detached',
      read: committedAtMs === undefined ? 'not_yet' : 'read',
      committedAtMs: committedAtMs ?? null,
      flagReasons: [],
    };
  });
  return {
    page: { versions, latest, newerThanPage: 0 },
    holders: indexHolders({ ...holders, outside }),
    cleaner: {
      policy: windowPolicy(policy),
      autoCleanup: null,
      releasedWriter: true,
      youngGuardMs: policy.youngGuardMs,
    },
  };
}

/**
 * Branch folders and clones keep the versions they may have been made from. A branch whose identifier states its fork
 * here needs no guess: a grand-child's own numbers are those of its parent (C.3).
 */
function pinReasons({ holders, treePins = [], clonePins = [] }: BranchFacts): readonly OutsideReason[] {
  const stated = new Set(
    holders.pins.filter(({ evidence }) => evidence === 'identifier').map(({ name }) => name),
  );
  const guessed = treePins.filter(({ branch }) => !stated.has(branch));
  const reason = (version: bigint, subject: string, endsWhen: string): OutsideReason => ({
    version,
    subject,
    holder: null,
    standing: 'active',
    since: null,
    endsWhen,
  });
  return [
    ...guessed.flatMap(({ branch, versions }) =>
      versions.map((version) => reason(version, `files of branch ${branch}`, `branch ${branch} is deleted`)),
    ),
    ...clonePins.flatMap(({ clone, versions }) =>
      versions.map((version) => reason(version, `clone ${clone}`, 'the clone is deleted or materialised')),
    ),
  ];
}

function refuse(holders: HolderFacts): void {
  const aboutAll = holders.unreadable.filter(({ version }) => version === null).map(({ subject }) => subject);
  const reasons = [
    ...holders.refusals.map((subject) => ({
      kind: 'unsupported',
      subject,
      sentence: `There is ${subject}.`,
    })),
    ...[...new Set(aboutAll)].map((subject) => ({
      kind: 'unreadable',
      subject,
      sentence: `${subject} cannot be read.`,
    })),
  ];
  if (reasons.length === 0) return;
  throw new VamplateError('refused', 'Nothing of this dataset can be cleaned now.', { reasons });
}

function refusalsOf(
  { proposals, folders, externalCommits }: DatasetSurvey,
  target: FolderSurvey,
  judgedAt: StorageInstant,
): readonly string[] {
  const refusals = proposals.map((folder) => `a layout that only an unmerged proposal writes, ${folder}`);
  if (externalCommits) refusals.push('a configuration by which commits go through an external store');
  if (target.scheme === 'mixed') refusals.push('a mix of V1 and V2 manifest names');
  for (const { branch, staged, unrecognised } of folders) {
    const where = branch === null ? '' : ` of branch ${branch}`;
    const [unknown] = unrecognised;
    if (unknown !== undefined)
      refusals.push(`a name in _versions/${where} that no reader understands, ${unknown}`);
    if (externalCommitSuspicion(staged, judgedAt).length === 0) continue;
    refusals.push(`a staged manifest${where} younger than 7 days: commits may go through an external store`);
  }
  return refusals;
}
