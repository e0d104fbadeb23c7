/** What is asked before a replica is asked for something: what it does then, and what it cannot undo. */
import type { DialogQuestion, Said } from '@/components/actions/action-dialog';
import type { ServingAddress } from '@/lib/contracts/serving';
import {
  keptVersion,
  mostKeptVersions,
  type ServingAction,
  type ServingRequest,
} from '@/lib/contracts/serving-actions';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';

export const actionWords: Readonly<Record<ServingAction, string>> = {
  pin_clean: 'Pin clean by tag',
  unpin: 'Unpin',
  ack_drift: 'Acknowledge drift',
  rollback: 'Roll back',
  rerun_import: 'Re-run import',
  cancel: 'Cancel import',
  hydrate: 'Hydrate now',
  retry_mirror: 'Retry mirror',
  dismiss_failure: 'Dismiss failure',
  set_retention: 'Set retention',
  retract: 'Retract',
};

const answered =
  'The replica checks its own state again and answers once. Nothing happens if it has moved on.';

const againStarts =
  'The same import starts again under a new generation and reconciles first: one that is there already is not written twice.';

export function askingQuestion(action: ServingAction, replica: ReplicaDetail): DialogQuestion {
  const { title, does, ...rest } = partsOf(action, replica);
  return {
    title,
    consequences: [...does, answered],
    asksReason: true,
    submit: `Ask ${replica.replica}`,
    ...rest,
  };
}

interface Parts extends Pick<DialogQuestion, 'fields' | 'typedName' | 'halt'> {
  readonly title: string;
  readonly does: readonly string[];
}

function partsOf(
  action: ServingAction,
  { replica, report, cleanVersion, observedHead, operation }: ReplicaDetail,
): Parts {
  const typedName = { name: replica, label: 'Name of the replica' };
  const { active = null, previous = null } = report?.serving ?? {};
  switch (action) {
    case 'pin_clean':
      return {
        title: `Pin clean version ${cleanVersion} of ${replica} by a tag?`,
        does: [
          'A tag keeps the version from every cleanup. A tag of that name at another version refuses it.',
          'While a tag is at an old version, Lance’s own cleanup fails unless it is told to pass over tagged versions.',
        ],
        fields: [{ id: 'tag', label: 'Name of the tag', initial: `clean-${active ?? ''}`, mono: true }],
      };
    case 'unpin':
      return {
        title: `Unpin a version of ${replica}?`,
        does: [
          'The tag goes. Only tags that begin with clean- are unpinned, and none of the active or previous import.',
        ],
        fields: [{ id: 'tag', label: 'Name of the tag', mono: true }],
        typedName: { field: 'tag', label: 'Name of the tag, once more' },
        halt: true,
      };
    case 'ack_drift':
      return {
        title: `Acknowledge head ${observedHead} beside clean ${cleanVersion} on ${replica}?`,
        does: ['It silences exactly this pair until it ends. The clean version stays served, pinned.'],
        fields: [
          {
            ...{ id: 'days', label: 'For how long', initial: '1' },
            choices: [
              ['1', 'a day'],
              ['7', 'a week'],
              ['30', '30 days'],
            ],
          },
        ],
      };
    case 'rollback':
      return {
        title: `Roll ${replica} back to import ${previous}?`,
        does: [
          `Import ${previous} is served again and ${active} becomes the previous one.`,
          'It is served by a checkout: no version is written or removed.',
        ],
      };
    case 'rerun_import':
      return operation?.state === 'importing'
        ? {
            title: `Supersede the import at work on ${replica} by running it again?`,
            does: [
              `Generation ${operation.generation} is superseded: whatever it ends with changes nothing any more.`,
              againStarts,
            ],
            halt: true,
          }
        : { title: `Re-run the import of ${replica}?`, does: [againStarts] };
    case 'cancel':
      return {
        title: `Cancel the import of ${replica}?`,
        does: ['The operation becomes idle. What was committed stays.'],
      };
    case 'hydrate':
      return {
        title: `Fetch the clean version of ${replica} from the mirror now?`,
        does: [
          'What its copy lacks, or holds cut short, is fetched file by file into its place, the manifest last: the version counts as here only then.',
          'Nobody checks first whether there is space. Fetching that ends midway leaves its files, and asking again goes on from there.',
        ],
      };
    case 'retry_mirror':
      return {
        title: `Mirror ${replica} again?`,
        does: ['Missing objects are uploaded, then seals, the pointer last.'],
      };
    case 'dismiss_failure':
      return {
        title: `Dismiss the failed import of ${replica}?`,
        does: ['The operation becomes idle; the failure stays on record as the last one.'],
      };
    case 'set_retention':
      return {
        title: `Set how long ${replica} keeps what it does not need?`,
        does: [
          'It states intent alone. Nothing is deleted without an authority.',
          'Seven days are the least.',
          'Versions to keep take the place of those asked for before; left empty, those stay.',
        ],
        fields: [
          {
            ...{ id: 'days', label: 'Grace from now', initial: '14' },
            choices: [
              ['8', '8 days'],
              ['14', '14 days'],
              ['30', '30 days'],
              ['90', '90 days'],
            ],
          },
          {
            ...{ id: 'keep', label: 'Versions to keep', optional: true, mono: true },
            ...{ hint: 'With commas between: 5, 7. “none” asks for none.', wrong: keepWrong },
          },
        ],
        typedName,
        halt: true,
      };
    case 'retract':
      return {
        title: `Retract what ${replica} serves?`,
        does: ['It serves nothing from then on, until an import is activated. No data is removed.'],
        typedName,
        halt: true,
      };
  }
}

/**
 * @param nowMs milliseconds since the epoch
 * @param replica as it was when the question was asked
 */
export function requestOf(
  action: ServingAction,
  { fields }: Pick<Said, 'fields'>,
  nowMs: number,
  { operation }: Pick<ReplicaDetail, 'operation'>,
): ServingRequest {
  const after = () => new Date(nowMs + Number(fields.days ?? '1') * 86_400_000).toISOString();
  const tag = (fields.tag ?? '').trim();
  switch (action) {
    case 'pin_clean':
    case 'unpin':
      return { action, tag };
    case 'ack_drift':
      return { action, expiresAt: after() };
    case 'set_retention': {
      const keepVersions = keepOf(fields.keep ?? '');
      return { action, graceUntil: after(), ...(keepVersions === null ? {} : { keepVersions }) };
    }
    case 'rerun_import':
      return operation?.state === 'importing' ? { action, supersede: true } : { action };
    default:
      return { action };
  }
}

/** Null where nothing is said, which leaves what was asked for before. */
function keepOf(text: string): string[] | null {
  const said = text.trim();
  if (said === '') return null;
  return said === 'none' ? [] : said.split(/[\s,]+/).filter((part) => part !== '');
}

function keepWrong(text: string): string | null {
  const kept = keepOf(text) ?? [];
  if (kept.length > mostKeptVersions) return `At most ${mostKeptVersions} versions.`;
  const wrong = kept.find((one) => !keptVersion.safeParse(one).success);
  return wrong === undefined
    ? null
    : `${wrong} is no version: expected numbers with commas between, or “none”.`;
}

export function retiringQuestion({ replica, servingVersion, sentence }: ReplicaDetail): DialogQuestion {
  return {
    title: `Give replica ${replica} up?`,
    consequences: [
      sentence,
      servingVersion === null
        ? 'Nobody knows what it serves; from then on no version is kept for it.'
        : `From then on version ${servingVersion} is not kept for it any more.`,
      'Nothing is deleted now. If it reports again, it holds its versions again.',
    ],
    asksReason: true,
    typedName: { name: replica, label: 'Name of the replica' },
    submit: `Give up ${replica}`,
    halt: true,
  };
}

export function retiringAddressQuestion({ url, sentence }: ServingAddress): DialogQuestion {
  const { host } = new URL(url);
  return {
    title: `Give the address ${host} up?`,
    consequences: [
      sentence,
      'Nobody knows what was served there; from then on no version is kept for it.',
      'Nothing is deleted now. If it answers again, it holds its versions again, and its next silence needs another word.',
      'It is asked on. Take it out of the configuration once it is gone for good.',
    ],
    asksReason: true,
    typedName: { name: host, label: 'Host of the address' },
    submit: `Give up ${host}`,
    halt: true,
  };
}

export function answerSays(
  outcome: 'accepted' | 'rejected' | 'done' | 'failed',
  reason: string | null,
): string {
  const words = {
    accepted: 'took it on; its report shows what comes of it',
    rejected: 'rejected it',
    done: 'did it',
    failed: 'tried and failed',
  } as const;
  return `${words[outcome]}${reason === null ? '' : `: ${reason}`}.`;
}
