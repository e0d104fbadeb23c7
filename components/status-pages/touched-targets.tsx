/** Which objects of a page an incident touches; none ticked: none in particular. */
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { targetKey, targetName } from './target-rules';

export interface TouchedTargetsProps {
  readonly targets: readonly StatusTarget[];
  /** Places in `targets`. */
  readonly touched: readonly number[];
  readonly onTouched: (touched: readonly number[]) => void;
}

export function TouchedTargets({ targets, touched, onTouched }: TouchedTargetsProps) {
  return (
    <fieldset className="target-picker">
      <legend>What it touches</legend>
      <p className="caption">Nothing ticked: none in particular.</p>
      <ul className="touched">
        {targets.map((target, place) => (
          <li key={targetKey(target)}>
            <label className="check">
              <input
                type="checkbox"
                checked={touched.includes(place)}
                onChange={(event) =>
                  onTouched(
                    event.currentTarget.checked
                      ? [...touched, place].sort((a, b) => a - b)
                      : touched.filter((one) => one !== place),
                  )
                }
              />
              <span className="break">
                {targetName(target)}
                {target.label === null ? '' : ` (${target.label})`}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
