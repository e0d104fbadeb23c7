/** What is asked before a status page is made, changed or deleted, and before something is added to one. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { Field } from '@/components/actions/action-field';
import { plural } from '@/components/ui/format-count';
import { type StatusPage, type StatusTarget, slug } from '@/lib/contracts/status-pages';
import { namesIn } from './change-rules';
import { levelWords, visibilityWords } from './status-words';
import { lineProblem, neverTold, targetName } from './target-rules';

const slugField: Field = {
  id: 'slug',
  label: 'Name in its address',
  mono: true,
  hint: 'Small letters, digits and dashes, as in acme-data. It cannot be changed later.',
  wrong: (value) =>
    slug.safeParse(value).success
      ? null
      : 'Small letters, digits and dashes are expected, 63 at most, none of them a dash at an end.',
};

const canaryChoices = [
  ['yes', 'Yes: newest versions and tags, within a budget'],
  ['newest', 'Yes: newest versions alone'],
  ['no', 'No'],
] as const;

function canaryChoice({ canary, canaryTags }: Settings): (typeof canaryChoices)[number][0] {
  if (!canary) return 'no';
  return canaryTags?.length === 0 ? 'newest' : 'yes';
}

type Settings = Pick<StatusPage, 'title' | 'level' | 'visibility' | 'timeZone' | 'canary' | 'canaryTags'>;

function tagsProblem(text: string): string | null {
  const names = namesIn(text);
  if (names.length > 50) return 'No more than 50 are expected.';
  return names.map((name) => lineProblem(name, 255)).find((problem) => problem !== null) ?? null;
}

/** @param zones IANA names that the browser knows */
function settingFields(page: Settings, zones: readonly string[]): readonly Field[] {
  const known = zones.includes(page.timeZone) ? zones : [page.timeZone, ...zones];
  return [
    {
      id: 'title',
      label: 'Title',
      initial: page.title,
      hint: 'Outsiders read it first.',
      wrong: (value) => lineProblem(value, 120),
    },
    {
      ...{ id: 'level', label: 'What outsiders read', initial: page.level },
      choices: [
        ['names', `${levelWords.names}: the objects’ own names`],
        ['labels', `${levelWords.labels}: only what is written here`],
        ['counts', `${levelWords.counts}: how many, no name at all`],
      ],
    },
    {
      ...{ id: 'visibility', label: 'Who opens it', initial: page.visibility },
      choices: [
        ['secret', visibilityWords.secret],
        ['public', visibilityWords.public],
      ],
    },
    {
      ...{ id: 'timeZone', label: 'Time zone of its times', initial: page.timeZone },
      choices: known.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
    },
    {
      ...{ id: 'canary', label: 'Prove now and then that its versions can be read' },
      initial: canaryChoice(page),
      choices: canaryChoices,
    },
    {
      ...{ id: 'canaryTags', label: 'Tags it proves', optional: true, mono: true },
      initial: (page.canaryTags ?? []).join(', '),
      hint: 'Names with commas between them; without any, every tag.',
      wrong: tagsProblem,
    },
  ];
}

/** A page begins closed and tells the least by name. */
const fresh: Settings = { title: '', level: 'labels', visibility: 'secret', timeZone: 'UTC', canary: false };

export function makePageQuestion(zones: readonly string[]): DialogQuestion {
  const [title, ...rest] = settingFields(fresh, zones);
  return {
    title: 'Which status page should be made?',
    consequences: [
      'It shows what is chosen here to people outside, without signing in, and nothing else.',
      neverTold,
    ],
    fields: [...(title === undefined ? [] : [title]), slugField, ...rest],
    submit: 'Make status page',
  };
}

export function changePageQuestion(page: StatusPage, zones: readonly string[]): DialogQuestion {
  return {
    title: `What should change on the status page ${page.title}?`,
    consequences: ['Whoever opens it reads the change within seconds.', neverTold],
    fields: settingFields(page, zones),
    submit: `Change ${page.slug}`,
  };
}

/** @param living links that open it now */
export function deletePageQuestion(page: StatusPage, living: number): DialogQuestion {
  const links = living === 0 ? null : living === 1 ? 'link' : plural(living, 'link');
  return {
    title: `Delete the status page ${page.title}${links === null ? '' : ` and its ${links}`}?`,
    consequences: [
      page.visibility === 'public'
        ? `Everybody who opens /status/${page.slug} finds nothing from then on.`
        : 'Nobody opens it any more.',
      'Its incidents, their updates and post-mortems are gone with it.',
      'What it shows stays as it is: no dataset, set or lock is touched.',
    ],
    statements: [
      {
        id: 'linksDie',
        words: links === null ? 'Nobody needs it any more.' : `Its ${links} may open nothing any more.`,
      },
    ],
    typedName: { name: page.slug, label: 'Name in its address' },
    submit: `Delete ${page.slug}`,
    halt: true,
  };
}

/**
 * @param target null: which of `lakes` is asked
 * @param pages those it is not on yet
 * @param complete false: there may be more than could be read
 */
export function addTargetQuestion(
  target: StatusTarget | null,
  pages: readonly Pick<StatusPage, 'slug' | 'title'>[],
  lakes: readonly string[] = [],
  complete = true,
): DialogQuestion {
  const what = target === null ? 'a lake' : targetName(target);
  const labelled: readonly Field[] = [
    {
      ...{ id: 'label', label: 'Label', optional: true },
      hint: 'What outsiders call it.',
      wrong: (value) => lineProblem(value, 120),
    },
    {
      ...{ id: 'description', label: 'Description', optional: true },
      hint: 'One line below it.',
      wrong: (value) => lineProblem(value, 240),
    },
  ];
  return {
    title: `Which status page should show ${what}?`,
    consequences: [
      'Whoever opens the page reads it within seconds, as the level of the page allows.',
      ...(complete ? [] : ['Not all status pages could be read: those are not offered.']),
    ],
    fields: [
      ...(target === null
        ? [
            {
              id: 'lake',
              label: 'Lake',
              initial: lakes[0] ?? '',
              choices: lakes.map((id) => [id, id] as const),
            },
          ]
        : []),
      {
        ...{ id: 'slug', label: 'Status page', initial: pages[0]?.slug ?? '' },
        choices: pages.map(({ slug, title }) => [slug, `${title} (${slug})`] as const),
      },
      ...(target === null || target.kind === 'lake' ? [] : labelled),
    ],
    submit: 'Add to the page',
  };
}
