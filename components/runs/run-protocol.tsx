/** The steps of the protocol with the one a run is at, and the line from which nothing can be undone. */
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import type { RunDetail } from '@/lib/contracts/runs';
import { pointOfNoReturn, protocol, stepIndex } from './run-words';

export function RunProtocol({ run }: { readonly run: RunDetail }) {
  const { cursor, state } = run;
  const at =
    state === 'ended' && run.outcome === 'completed' ? protocol.length : stepIndex(cursor?.step ?? '');
  const group = cursor === null || cursor.groups === 0 ? null : `group ${cursor.group} of ${cursor.groups}`;
  return (
    <Panel title="Protocol" caption={group} className="snug">
      <ol className="protocol">
        {protocol.map(([, name, says], index) => {
          const look = index < at ? 'done' : index === at ? (state === 'ended' ? 'wait' : 'now') : 'todo';
          return [
            name === pointOfNoReturn ? (
              <li key="no-return" className={at >= index ? 'no-return passed' : 'no-return'}>
                <div className="rule">
                  <Icon name="stop" size="sm" />
                  Point of no return
                  <span>{at >= index ? 'passed' : 'nothing below can be undone'}</span>
                </div>
              </li>
            ) : null,
            <li
              key={name}
              className={look}
              aria-current={index === at && state !== 'ended' ? 'step' : undefined}
            >
              <span className="dot" aria-hidden="true">
                {look === 'done' ? (
                  <Icon name="check" size="xs" />
                ) : look === 'now' ? (
                  <Icon name="run" size="xs" spin />
                ) : (
                  index + 1
                )}
              </span>
              <h3>
                {name}
                <span className="sr">
                  , {{ done: 'done', now: 'in progress', wait: 'ended here', todo: 'not started' }[look]}
                </span>
              </h3>
              <span className="at" />
              <p>{index === at && cursor !== null ? cursor.sentence : says}</p>
            </li>,
          ];
        })}
      </ol>
    </Panel>
  );
}
