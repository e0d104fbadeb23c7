/** What a change of a status page would write: only what differs from the page it was begun on. */
import type { Said } from '@/components/actions/action-dialog';
import type { StatusPage, StatusPageSettings, StatusTarget } from '@/lib/contracts/status-pages';
import { targetKey } from './target-rules';

/** The settings as the form states them. */
export function settingsOf({ fields }: Said, targets: readonly StatusTarget[]): StatusPageSettings {
  const { title = '', level, visibility, timeZone = 'UTC', canary, canaryTags = '' } = fields;
  const tags = namesIn(canaryTags);
  const every = tags.length === 0 ? null : tags;
  return {
    title: title.trim(),
    targets: [...targets],
    level: level as StatusPageSettings['level'],
    visibility: visibility as StatusPageSettings['visibility'],
    timeZone,
    canary: canary !== 'no',
    canaryTags: canary === 'newest' ? [] : every,
  };
}

/** Names between commas, none twice. */
export function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

const settingNames = ['title', 'targets', 'level', 'visibility', 'timeZone', 'canary', 'canaryTags'] as const;
type SettingName = (typeof settingNames)[number];

function differing(before: StatusPageSettings, after: StatusPageSettings): readonly SettingName[] {
  const said = (page: StatusPageSettings, name: SettingName) => JSON.stringify(page[name] ?? null);
  return settingNames.filter((name) => said(before, name) !== said(after, name));
}

/** The part of `after` that differs; empty when nothing does. */
export function changedSettings(
  before: StatusPageSettings,
  after: StatusPageSettings,
): Partial<StatusPageSettings> {
  return Object.fromEntries(differing(before, after).map((name) => [name, after[name]]));
}

/** What was done to the page since `seen` was read, newest first; empty where its list does not reach back. */
export function changesSince(seen: StatusPage, newest: StatusPage): StatusPage['changes'] {
  return newest.changes.slice(0, Math.max(0, newest.revision - seen.revision));
}

/**
 * What a person chose, on top of what others wrote meanwhile: what they added stays, what one of both took off is gone,
 * and of words that both changed the person's own stand.
 * @param seen what both began with
 */
export function rebasedTargets(
  seen: readonly StatusTarget[],
  mine: readonly StatusTarget[],
  theirs: readonly StatusTarget[],
): readonly StatusTarget[] {
  const before = new Map(seen.map((target) => [targetKey(target), target]));
  const chosen = new Map(mine.map((target) => [targetKey(target), target]));
  const there = new Set(theirs.map(targetKey));
  const kept = theirs.flatMap((target) => {
    const key = targetKey(target);
    const own = chosen.get(key);
    if (own === undefined) return before.has(key) ? [] : [target];
    return [JSON.stringify(own) === JSON.stringify(before.get(key)) ? target : own];
  });
  const added = mine.filter((target) => !there.has(targetKey(target)) && !before.has(targetKey(target)));
  return [...kept, ...added];
}
