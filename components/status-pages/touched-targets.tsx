/** Which objects of a page an incident touches; none ticked: none in particular. */
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { targetKey, targetName } from './target-rules';

export interface TouchedTargetsProps {
  readonly targets: readonly StatusTarget[];
  /** Keys of objects: their places may change while this stands open. */
  readonly touched: readonly string[];
  /** Names of what was ticked and has left the page. */
  readonly gone: readonly string[];
  readonly onTouched: (touched: readonly string[]) => void;
}

export function TouchedTargets({ targets, touched, gone, onTouched }: TouchedTargetsProps) {
  return (
    <fieldset className="target-picker">
      <legend>What it touches</legend>
      <p className="caption">Nothing ticked: none in particular.</p>
      {gone.length === 0 ? null : (
        <p className="caption break" role="status">
          {gone.join(', ')} {gone.length === 1 ? 'is' : 'are'} on the page no more, and no more ticked.
        </p>
      )}
      <ul className="touched">
        {targets.map((target) => (
          <li key={targetKey(target)}>
            <label className="check">
              <input
                type="checkbox"
                checked={touched.includes(targetKey(target))}
                onChange={(event) =>
                  onTouched(
                    event.currentTarget.checked
                      ? [...touched, targetKey(target)]
                      : touched.filter((key) => key !== targetKey(target)),
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
