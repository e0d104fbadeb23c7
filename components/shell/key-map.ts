/** What a key means, as a pure machine: no key ever changes anything but what is shown. */
import { nouns } from './nouns';

export type Command =
  | { readonly kind: 'go'; readonly href: string }
  | { readonly kind: 'tab'; readonly index: number }
  | { readonly kind: 'read_again' }
  | { readonly kind: 'search' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'next_row' }
  | { readonly kind: 'previous_row' };

export interface Press {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The key goes into a field. */
  readonly typing: boolean;
  /** A dialog or a menu is open and owns the keys. */
  readonly covered: boolean;
}

/** Whether G was pressed just before. */
export type Waiting = 'none' | 'g';

export interface Meaning {
  readonly waiting: Waiting;
  readonly command: Command | null;
}

const nothing: Meaning = { waiting: 'none', command: null };

const single: Readonly<Record<string, Command>> = {
  r: { kind: 'read_again' },
  '/': { kind: 'search' },
  '?': { kind: 'help' },
  j: { kind: 'next_row' },
  k: { kind: 'previous_row' },
};

/** @param on false leaves only Ctrl K, which is no single character */
export function meaningOf(waiting: Waiting, press: Press, on: boolean): Meaning {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if ((press.ctrl || press.meta) && !press.alt && key === 'k') {
    return { waiting: 'none', command: { kind: 'palette' } };
  }
  if (!on || press.ctrl || press.meta || press.alt || press.typing || press.covered) return nothing;
  if (waiting === 'g') {
    const noun = nouns.find((one) => one.key === key);
    return noun ? { waiting: 'none', command: { kind: 'go', href: noun.href } } : nothing;
  }
  if (key === 'g') return { waiting: 'g', command: null };
  if (/^[1-7]$/.test(key)) return { waiting: 'none', command: { kind: 'tab', index: Number(key) - 1 } };
  return { waiting: 'none', command: single[key] ?? null };
}

/** For the help: what each key does. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Ctrl', 'K'], does: 'Find a dataset, tag, version or lease' },
  { keys: ['/'], does: 'Go to the filter of this list, or search' },
  { keys: ['R'], does: 'Read again' },
  ...nouns.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: `Go to ${label}` })),
  { keys: ['J'], does: 'Next row' },
  { keys: ['K'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['1', '…', '7'], does: 'Open a tab of a dataset' },
  { keys: ['Left', 'Right'], does: 'Move along the version ribbon; with Shift to the next held version' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'This list' },
];
