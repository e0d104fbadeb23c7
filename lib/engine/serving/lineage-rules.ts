/** One stable dataset through all its imports: a set, a family and a row layout; only another layout starts another (B.2). */
import type { Brand } from '@/lib/base/brand';
import { type Parsed, parsed, wrong } from './parsed-rules';

/** Name of a serving set (a region in the source): 1 to 64 of a-z, 0-9 and `-`. */
export type SetId = Brand<string, 'SetId'>;
/** Name of a kind of layout, such as `osm-lance`; the same alphabet. */
export type Family = Brand<string, 'Family'>;

export interface Lineage {
  readonly setId: SetId;
  readonly family: Family;
  /** u32; compatible with nothing but itself. */
  readonly layoutAbi: number;
}
const maxNameBytes = 64;

export function parseSetId(text: string): Parsed<SetId> {
  return parseName<SetId>('region', text);
}

export function parseFamily(text: string): Parsed<Family> {
  return parseName<Family>('family', text);
}

function parseName<T extends string>(field: string, text: string): Parsed<T> {
  if (text === '') return wrong(field, { kind: 'empty' });
  const length = new TextEncoder().encode(text).length;
  if (length > maxNameBytes) return wrong(field, { kind: 'too_long', length });
  const illegal = /[^a-z0-9-]/u.exec(text)?.[0];
  if (illegal !== undefined) return wrong(field, { kind: 'illegal_character', character: illegal });
  return parsed(text as T);
}

/** `berlin/osm-lance-v2`: both the key of the lineage and its path segment. */
export function lineageKey({ setId, family, layoutAbi }: Lineage): string {
  return `${setId}/${family}-v${layoutAbi}`;
}

export function sameLineage(a: Lineage, b: Lineage): boolean {
  return a.setId === b.setId && a.family === b.family && a.layoutAbi === b.layoutAbi;
}

export function acceptsLayout(lineage: Lineage, layoutAbi: number): boolean {
  return lineage.layoutAbi === layoutAbi;
}

/** Total order: by set, then family, then layout as a number. */
export function compareLineages(a: Lineage, b: Lineage): number {
  return compareText(a.setId, b.setId) || compareText(a.family, b.family) || a.layoutAbi - b.layoutAbi;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
