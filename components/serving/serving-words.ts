/** The tone, glyph and word of each verdict, operation and decision: green only for a fresh report that this reader agrees with. */
import type { IconName } from '@/components/ui/icon-paths';
import type { Tone } from '@/components/ui/tone';
import type { ServingOperation, ServingVerdict } from '@/lib/contracts/serving';
import type { HeadCertaintyView, HeadDecisionView, ServingReport } from '@/lib/contracts/serving-report';

export interface Word {
  readonly tone: Tone;
  readonly word: string;
  readonly icon?: IconName;
}

export const verdictWords: Readonly<Record<ServingVerdict, Word>> = {
  no_report: { tone: 'unk', word: 'No report' },
  unreadable: { tone: 'unk', word: 'Unreadable' },
  invalid: { tone: 'stop', word: 'Contradicts itself' },
  stale: { tone: 'unk', word: 'Stale', icon: 'clock' },
  deposed: { tone: 'warn', word: 'Deposed writer' },
  down: { tone: 'stop', word: 'Down' },
  absent: { tone: 'unk', word: 'Nothing served', icon: 'dash' },
  degraded: { tone: 'warn', word: 'Degraded' },
  recovering: { tone: 'run', word: 'Recovering' },
  first_import: { tone: 'run', word: 'First import' },
  drift: { tone: 'warn', word: 'Drifted' },
  drift_acknowledged: { tone: 'maint', word: 'Drift acknowledged' },
  disagrees: { tone: 'warn', word: 'Disagrees' },
  descendant_asserted: { tone: 'maint', word: 'Descendant, asserted' },
  mirror_lagging: { tone: 'warn', word: 'Mirror lags' },
  unfenced: { tone: 'warn', word: 'Unfenced' },
  observed: { tone: 'unk', word: 'Observed only' },
  healthy: { tone: 'ok', word: 'Serving' },
};

export const retiredWord: Word = { tone: 'unk', word: 'Retired', icon: 'gone' };

const certaintyWords = {
  proven: { drift: 'Drift, proven', descendant: 'Descendant, proven' },
  asserted: { drift: 'Drift, asserted', descendant: 'Descendant, asserted only' },
  contradicted: { drift: 'No drift by its history', descendant: 'No descendant by its history' },
  unknown: { drift: 'Drift, unexplained', descendant: 'Descendant, unexplained' },
} as const;

/** Green is what the history proves to be the same rows as clean. A proven drift is certain, and no better for that. */
export function certaintyWord({ of, certainty }: Pick<HeadCertaintyView, 'of' | 'certainty'>): Word {
  return { tone: certaintyTone(of, certainty), word: certaintyWords[certainty][of] };
}

function certaintyTone(of: HeadCertaintyView['of'], certainty: HeadCertaintyView['certainty']): Tone {
  switch (certainty) {
    case 'proven':
      return of === 'drift' ? 'warn' : 'ok';
    case 'asserted':
      return 'maint';
    case 'contradicted':
      return 'warn';
    case 'unknown':
      return 'unk';
  }
}

export const addressWords = {
  unreadable: verdictWords.unreadable,
  invalid: verdictWords.invalid,
  observed: verdictWords.observed,
  misplaced: { tone: 'warn', word: 'Another environment' },
} as const satisfies Record<string, Word>;

export const stepWords: Readonly<Record<NonNullable<ServingOperation['step']>, string>> = {
  build: 'building',
  reconcile: 'reconciling',
  commit: 'committing',
  validate: 'validating',
  mirror: 'mirroring',
  held_for_mirror: 'held until the mirror has it',
};

/** What a report said that speaks of now no more: nothing of it looks proven or under way. Warnings stand, nobody took them back. */
export function asPast(word: Word): Word {
  return word.tone === 'ok' || word.tone === 'run' ? { tone: 'unk', word: word.word } : word;
}

/** @param operation null: no report can be believed */
export function operationWord(operation: ServingOperation | null): Word {
  switch (operation?.state) {
    case undefined:
      return { tone: 'unk', word: 'Unknown' };
    case 'idle':
      return { tone: 'unk', word: 'Idle', icon: 'dash' };
    case 'importing':
      return operation.step === 'held_for_mirror'
        ? { tone: 'warn', word: 'Held for mirror' }
        : { tone: 'run', word: 'Importing' };
    case 'failed':
      return { tone: 'stop', word: 'Import failed' };
  }
}

/** Of table C.3: what the facts were, and what follows from them. */
export const headRows: Readonly<
  Record<1 | 2 | 3 | 4 | 5 | 6, { readonly facts: string; readonly follows: string }>
> = {
  1: {
    facts: 'The newest version seen here is older than the clean one.',
    follows: 'This copy is behind: nothing of it is served, and that is no drift.',
  },
  2: { facts: 'The newest version is the clean one, and it is here.', follows: 'It is served as the head.' },
  3: {
    facts: 'The newest version is the clean one, and it is not here.',
    follows: 'This copy is incomplete: nothing is served until it has it.',
  },
  4: {
    facts: 'The newest version is later than clean, is here, and is known maintenance on top of it.',
    follows: 'The newest version is served as a descendant.',
  },
  5: {
    facts: 'The newest version is later than clean, and is no known maintenance, or is not here.',
    follows: 'That is drift: the clean version is served, pinned.',
  },
  6: {
    facts:
      'The newest version is later than clean, and is no known maintenance, or is not here; clean is not here either.',
    follows: 'This copy is incomplete: nothing is served until it has the clean version.',
  },
};

export function decisionSays(decision: HeadDecisionView | null): string {
  switch (decision?.kind) {
    case undefined:
      return 'Nothing is decided: clean or head is not known.';
    case 'serve_head':
      return `Serve version ${decision.version}, the head`;
    case 'serve_known_descendant':
      return decision.provenance === 'lance_history_verified'
        ? `Serve version ${decision.version}, a descendant that Lance’s history verifies`
        : `Serve version ${decision.version}, a descendant that its operator asserts`;
    case 'checkout_clean':
      return `Serve clean version ${decision.version}, pinned`;
    case 'replica_incomplete':
      return decision.reason === 'head_behind_clean'
        ? 'Incomplete: the head is behind clean'
        : 'Incomplete: the clean version is not here';
  }
}

/** @param stated the head decision; without one nobody knows whether a recovery is needed */
export function recoverySays(recovery: ServingReport['recovery'], stated: HeadDecisionView | null): string {
  switch (recovery?.kind) {
    case undefined:
      return stated === null ? 'Not known: nothing is decided of the head' : 'None needed';
    case 'hydrate_from_mirror':
      return `Fetch version ${recovery.version} from the mirror`;
    case 'serve_available_previous':
      return `Serve version ${recovery.version}, the newest older clean one that is here`;
    case 'unserviceable':
      return 'None possible: neither the mirror nor this copy has a clean version';
  }
}

type Hold = ServingReport['retention']['hold'];

export function holdSays(hold: Hold): string {
  switch (hold) {
    case null:
      return 'No gate holds';
    case 'incomplete_inventory':
      return 'Incomplete inventory: not every object of active and previous is known';
    case 'grace_period_active':
      return 'Grace period: it has not ended, or no end is stated';
    case 'no_gc_authority':
      return 'No authority: deletion waits until Lance’s own reachability proves it';
  }
}

export const sealWords: Readonly<Record<ServingReport['seals']['origin'], Word>> = {
  verified: { tone: 'ok', word: 'Verified' },
  mismatch: { tone: 'stop', word: 'Mismatch' },
  missing: { tone: 'stop', word: 'Missing' },
  unchecked: { tone: 'unk', word: 'Unchecked' },
};

export const mirrorWords: Readonly<Record<ServingReport['copy']['mirror']['state'], Word>> = {
  current: { tone: 'ok', word: 'Current' },
  lagging: { tone: 'warn', word: 'Lagging' },
  unknown: { tone: 'unk', word: 'Unknown' },
  not_configured: { tone: 'unk', word: 'Not configured', icon: 'dash' },
};

export function ceilingSays({ maxState }: Pick<ServingReport['memory'], 'maxState'>): string {
  switch (maxState) {
    case null:
      return 'not told';
    case 'bounded':
      return 'bounded';
    case 'unlimited':
      return 'unlimited';
    case 'unreadable':
      return 'cannot be read';
    case 'unsupported':
      return 'not supported there';
  }
}
