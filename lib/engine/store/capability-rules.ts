/** Which actions of the console a probed store can carry, and for every one it cannot, why (object-stores.md, A1 to A7; decision D4). */

export const assumptions = [
  'createIfAbsent',
  'replaceIfMatch',
  'deleteIfMatch',
  'strongListing',
  'storageTime',
  'answerTime',
  'wholeObjects',
] as const;
export type Assumption = (typeof assumptions)[number];

export interface Finding {
  /** `unknown`: the probe could not tell; it then counts as missing. */
  readonly answer: 'yes' | 'no' | 'unknown';
  /** What was seen, in one plain sentence. */
  readonly evidence: string;
}

export type Findings = Readonly<Record<Assumption, Finding>>;

export const storeActions = [
  'createTag',
  'moveTag',
  'deleteTag',
  'takeLease',
  'cleanup',
  'watchLock',
  'forceUnlock',
  'showAges',
] as const;
export type StoreAction = (typeof storeActions)[number];

export type ActionDecision =
  | { readonly kind: 'allowed' }
  /** Works in a lesser way, which the page says before the button is pressed. */
  | { readonly kind: 'limited'; readonly reasons: readonly string[]; readonly fallback: string }
  | { readonly kind: 'off'; readonly reasons: readonly string[] };

const meanings: Readonly<Record<Assumption, string>> = {
  createIfAbsent: 'A1: writing only where nothing is yet',
  replaceIfMatch: 'A2: replacing only what was read',
  deleteIfMatch: 'A3: deleting only what was read',
  strongListing: 'A4: listings that show every completed write',
  storageTime: 'A5: one clock for the times of all objects',
  answerTime: "A6: the store's own time in its answers",
  wholeObjects: 'A7: objects that appear whole or not at all',
};

const guarded = ['createIfAbsent', 'strongListing', 'storageTime', 'wholeObjects'] as const;
const needs: Readonly<Record<StoreAction, readonly Assumption[]>> = {
  createTag: [...guarded, 'replaceIfMatch'],
  moveTag: [...guarded, 'replaceIfMatch'],
  deleteTag: [...guarded, 'replaceIfMatch'],
  takeLease: guarded,
  cleanup: [...guarded, 'replaceIfMatch'],
  watchLock: ['wholeObjects', 'strongListing'],
  forceUnlock: ['createIfAbsent', 'replaceIfMatch', 'wholeObjects', 'strongListing'],
  showAges: ['answerTime', 'storageTime'],
};

/** What is done instead where only A3 is missing (decision D4). */
const fallbacks: Partial<Readonly<Record<StoreAction, string>>> = {
  createTag:
    'In a dataset with lifecycle objects creating a tag is refused. In a dataset that has none the tag is written as released Lance writes it, and the markers of its version are checked before and after.',
  deleteTag:
    "The reference's state is first replaced by 'deleting', everything is read again, then the file is deleted plainly; a change by another writer in that last moment is not excluded.",
  forceUnlock:
    'The lock is taken over by replacing it; it is not deleted, so it shows as released by the console until its next owner.',
};

/** @returns a decision for every action; an assumption that is `no` or `unknown` never allows anything */
export function decideActions(findings: Findings): Readonly<Record<StoreAction, ActionDecision>> {
  const decided = storeActions.map((action) => [action, decideAction(action, findings)] as const);
  return Object.fromEntries(decided) as Record<StoreAction, ActionDecision>;
}

function decideAction(action: StoreAction, findings: Findings): ActionDecision {
  const reasons = needs[action]
    .filter((need) => findings[need].answer !== 'yes')
    .map((need) => reason(need, findings));
  if (reasons.length > 0) return { kind: 'off', reasons };
  const fallback = fallbacks[action];
  if (fallback === undefined || findings.deleteIfMatch.answer === 'yes') return { kind: 'allowed' };
  return { kind: 'limited', reasons: [reason('deleteIfMatch', findings)], fallback };
}

function reason(assumption: Assumption, findings: Findings): string {
  const { answer, evidence } = findings[assumption];
  const said = answer === 'no' ? 'is missing' : 'could not be confirmed';
  return `${meanings[assumption]} ${said}. ${evidence}`;
}
