/** Which objects below one root may go: the table of G.3, with every stricter rule of G.4; anything it does not name stays. */
import type { StorageInstant } from '@/lib/base/clock';
import type { PlannedClass } from './cleanup-plan';

export const unverifiedMs = 7 * 86_400_000;

export interface DeletionFacts {
  /** Whether a kept version needs a key or, by a name that ends with a slash, all that lies in a folder. */
  readonly kept: (name: string) => boolean;
  /** The same of planned versions whose manifests were read. */
  readonly mentioned: (name: string) => boolean;
  /** Objects stored at this instant or later may be of a commit under way, unless a planned version mentions them. */
  readonly recentFrom: StorageInstant;
}

export type Fate =
  | { readonly kind: 'stays' }
  /** Too young to go without a planned version that mentions it. */
  | { readonly kind: 'recent' }
  | {
      readonly kind: 'goes';
      readonly class: PlannedClass;
      readonly because: 'version' | 'unverified';
      /** The name by which manifests mention it. */
      readonly name: string;
    };

/** @param entry key below the root */
export function fateOf(entry: string, storedAt: StorageInstant, facts: DeletionFacts): Fate {
  const place = placeOf(entry);
  if (place === null) return { kind: 'stays' };
  const { name } = place;
  if (facts.kept(name) || facts.kept(entry)) return { kind: 'stays' };
  if (facts.mentioned(name)) return { kind: 'goes', class: place.class, because: 'version', name };
  if (storedAt >= facts.recentFrom) return { kind: 'recent' };
  return { kind: 'goes', class: place.class, because: 'unverified', name };
}

interface Place {
  readonly class: PlannedClass;
  readonly name: string;
}

/** What an object is by its place, and the name manifests know it by; null for all that is never deleted. */
function placeOf(entry: string): Place | null {
  const segments = entry.split('/');
  const [folder, second] = segments;
  if (second === undefined || second === '') return null;
  switch (folder) {
    case 'data':
      if (entry.endsWith('.lance')) return { class: 'data', name: entry };
      // Sidecars lie in exactly one folder, named after their data file; other layouts are nobody's to judge.
      if (entry.endsWith('.blob') && segments.length === 3) return { class: 'blob', name: `data/${second}/` };
      return null;
    case '_deletions':
      return /\.(?:arrow|bin)$/.test(entry) && segments.length === 2
        ? { class: 'deletion', name: entry }
        : null;
    case '_transactions':
      return entry.endsWith('.txn') && segments.length === 2 ? { class: 'transaction', name: entry } : null;
    case '_indices':
      return segments.length > 2 && uuid.test(second)
        ? { class: 'index', name: `_indices/${second}/` }
        : null;
    case '_versions':
      return second.startsWith('.tmp') && segments.length === 2 ? { class: 'temporary', name: entry } : null;
    default:
      return null;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Folders that hold what may go; nothing else of a dataset is listed for a cleanup. */
export const cleanableFolders = [
  'data/',
  '_deletions/',
  '_transactions/',
  '_indices/',
  '_versions/',
] as const;
