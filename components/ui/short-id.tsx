/** An id cut for a column: whole on hover, whole when copied. */
import { CopyButton } from './copy-button';

export interface ShortIdProps {
  readonly id: string;
  /** What it is, for the copy button: `lease id`. */
  readonly what: string;
}

const SHOWN = 12;

export function ShortId({ id, what }: ShortIdProps) {
  const cut = id.length > SHOWN;
  return (
    <span className="uri">
      <code className="id" data-tip={cut ? id : undefined}>
        {cut ? `${id.slice(0, SHOWN)}…` : id}
      </code>
      <CopyButton text={id} label={`Copy ${what}`} />
    </span>
  );
}
