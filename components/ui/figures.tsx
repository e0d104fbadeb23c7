/** Sizes and counts: short on the page, exact on hover, focus and copy; what is not known says so and is never zero. */
import { Exact } from './exact';
import { formatBytes, formatExactBytes } from './format-bytes';
import { formatCount, formatShortCount } from './format-count';

export interface BytesProps {
  readonly bytes: number | null;
  /** Says why it is not known; `not known` unless given. */
  readonly unknown?: string;
}

export function Bytes({ bytes, unknown = 'not known' }: BytesProps) {
  if (bytes === null) return <span className="faint">{unknown}</span>;
  const short = formatBytes(bytes);
  if (bytes < 1000) return <span className="nowrap">{short}</span>;
  return (
    <Exact exact={formatExactBytes(bytes)} copy={String(bytes)}>
      <span className="nowrap">{short}</span>
    </Exact>
  );
}

export interface CountProps {
  readonly value: number | null;
  readonly unknown?: string;
}

/** Exact below a million; `406.50 M` above, exact on hover. */
export function Count({ value, unknown = 'not known' }: CountProps) {
  if (value === null) return <span className="faint">{unknown}</span>;
  if (value < 1e6) return <span className="nowrap">{formatCount(value)}</span>;
  return (
    <Exact exact={formatCount(value)} copy={String(value)}>
      <span className="nowrap">{formatShortCount(value)}</span>
    </Exact>
  );
}
