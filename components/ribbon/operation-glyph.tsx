/** One drawn sign per kind of commit; kinds without a sign of their own share one, and an unread manifest has its own. */
import type { ReactElement } from 'react';

export const glyphKinds = ['append', 'update', 'delete', 'compaction', 'index', 'other', 'unread'] as const;
export type GlyphKind = (typeof glyphKinds)[number];

const kindOf: Readonly<Record<string, GlyphKind>> = {
  Append: 'append',
  Update: 'update',
  Merge: 'update',
  Delete: 'delete',
  Rewrite: 'compaction',
  CreateIndex: 'index',
};

/** @param operation the transaction's kind, null while the manifest is not read */
export function glyphOf(operation: string | null): GlyphKind {
  return operation === null ? 'unread' : (kindOf[operation] ?? 'other');
}

export const glyphWords: Readonly<Record<GlyphKind, string>> = {
  append: 'append',
  update: 'update',
  delete: 'delete',
  compaction: 'compaction',
  index: 'index',
  other: 'other commit',
  unread: 'not read yet',
};

/** @param narrow draws a smaller sign, for columns under 10 px */
export function OperationGlyph({
  kind,
  x,
  y,
  narrow = false,
}: {
  readonly kind: GlyphKind;
  readonly x: number;
  readonly y: number;
  readonly narrow?: boolean;
}): ReactElement {
  const r = narrow ? 1.6 : 3.2;
  switch (kind) {
    case 'append':
      return <circle className="r-mark full" data-mark="head" cx={x} cy={y} r={narrow ? 1.4 : 2.2} />;
    case 'update':
      return <circle className="r-mark" data-mark="head" cx={x} cy={y} r={r} />;
    case 'delete':
      return <path className="r-delete" data-mark="head" d={`M${x} ${y - r - 1.8}v${2 * r + 3.6}`} />;
    case 'compaction':
      return <rect className="r-mark" data-mark="head" x={x - r} y={y - r} width={2 * r} height={2 * r} />;
    case 'index': {
      const d = r + 1.8;
      return <path className="r-mark" data-mark="head" d={`M${x} ${y - d}l${d} ${d}-${d} ${d}-${d}-${d}z`} />;
    }
    case 'other':
      return (
        <path
          className="r-mark"
          data-mark="head"
          d={`M${x} ${y - r - 1}l${r + 1} ${2 * r + 1}h-${2 * r + 2}z`}
        />
      );
    case 'unread':
      return <circle className="r-unread" data-mark="head" cx={x} cy={y} r={1.2} />;
  }
}
