/** Retirements, intents and control files that wait for somebody. */
import { judgeIntent } from '@/lib/engine/references/reference-rules';
import { advancedRuns, hasAdvanced, judgeMarker } from '@/lib/engine/retirement/retirement-rules';
import { counted, type Finding, type FindingInput, oldestOf } from './finding';
import { presenceOf } from './presence';

export function protocolFindings(input: FindingInput): Finding[] {
  return [...retirementFindings(input), ...corruptFindings(input), ...intentFindings(input)];
}

function retirementFindings({ facts }: FindingInput): Finding[] {
  const { markers } = facts.control;
  const runs = advancedRuns(markers);
  const findings: Finding[] = [];
  const staleDrains = [];
  for (const marker of markers) {
    const manifests = presenceOf(facts, marker.namespace, marker.version);
    const advanced = hasAdvanced(marker, runs);
    const { standing, sentence } = judgeMarker(marker, { storeTime: marker.listedAt, manifests, advanced });
    const place = {
      version: marker.version,
      detail: `v${marker.version}`,
      since: marker.storedAt,
      look: '/retirement',
    };
    if (marker.marker === 'draining') {
      if (standing === 'stale' && !advanced) staleDrains.push(marker);
    } else if (standing === 'abandoned') {
      const problem = `Sealed retirement abandoned: new readers of v${marker.version} are refused`;
      findings.push({
        ...place,
        kind: 'abandoned_seal',
        severity: 'stop',
        problem,
        evidence: sentence,
        action: 'Review seal…',
      });
    } else if (standing === 'waiting') {
      const problem = `The retirement of v${marker.version} was decided and is not finished`;
      const action = 'Review retirement';
      findings.push({
        ...place,
        kind: 'committed_unfinished',
        severity: 'attention',
        problem,
        evidence: sentence,
        action,
      });
    }
  }
  const [first] = staleDrains;
  if (first !== undefined) {
    findings.push({
      kind: 'stale_drain',
      severity: 'attention',
      version: staleDrains.length === 1 ? first.version : null,
      detail: staleDrains.length === 1 ? `v${first.version}` : counted(staleDrains.length, 'drain'),
      problem: `${counted(staleDrains.length, 'draining marker')} without an owner`,
      evidence:
        'A draining marker is owned for 15 min and 1 s; any cleaner or new reader removes it after that.',
      since: oldestOf(staleDrains),
      look: '/retirement?state=stale',
      action: 'Review drains',
    });
  }
  return findings;
}

function corruptFindings({ facts }: FindingInput): Finding[] {
  const { corrupt } = facts.control;
  const [first] = corrupt;
  if (first === undefined) return [];
  const tabs = { lease: '/leases', retirement: '/retirement' } as const;
  const look = first.area === 'lease' || first.area === 'retirement' ? tabs[first.area] : '/references';
  return [
    {
      kind: 'corrupt_control',
      severity: 'attention',
      version: null,
      detail: counted(corrupt.length, 'file'),
      problem: `${counted(corrupt.length, 'control file')} cannot be understood: nothing is cleaned meanwhile`,
      evidence: `${first.entry}: ${first.reason}`,
      since: oldestOf(corrupt),
      look,
      action: 'Review file',
    },
  ];
}

function intentFindings({ facts }: FindingInput): Finding[] {
  const expired = facts.control.intents.filter(({ body, storedAt, listedAt }) => {
    const record = body.kind === 'read' ? body.value : null;
    return judgeIntent({ storedAt, record }, listedAt).standing === 'expired';
  });
  if (expired.length === 0) return [];
  const [first] = expired;
  return [
    {
      kind: 'expired_intent',
      severity: 'attention',
      version: expired.length === 1 ? (first?.version ?? null) : null,
      detail: counted(expired.length, 'intent'),
      problem: `${counted(expired.length, 'reference intent')} older than 15 min`,
      evidence: 'Whoever announced the reference no longer owns the intent; the next cleanup settles it.',
      since: oldestOf(expired),
      look: '/references?kind=intent&state=expired',
      action: 'Review intents',
    },
  ];
}
