/** Which branch is shown: a plain select, so that it works everywhere; absent where main is the only branch. */
import { type ReactElement, useId } from 'react';

export interface BranchPickerProps {
  readonly branches: readonly string[];
  /** Null is main. */
  readonly branch: string | null;
  readonly onBranch: (branch: string | null) => void;
}

export function BranchPicker({ branches, branch, onBranch }: BranchPickerProps): ReactElement | null {
  const id = useId();
  const known = branch === null || branches.includes(branch) ? branches : [branch, ...branches];
  if (known.length === 0) return null;
  return (
    <span className="branch-picker">
      <label htmlFor={id}>Branch</label>
      <select
        id={id}
        className="input"
        value={branch ?? ''}
        onChange={(event) => onBranch(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">main</option>
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
