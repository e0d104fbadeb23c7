/** What each version of a run's plan is at, read from the dataset itself. */
import { plural } from '@/components/ui/format-count';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import type { RunDetail, RunVersion } from '@/lib/contracts/runs';
import { VersionStateBadge } from './run-badge';
import { versionWords } from './run-words';

const groupWords: Readonly<Record<RunVersion['group'], string>> = {
  certain: 'nothing held it',
  conditional: 'held only by leases that are over',
  resume: 'begun by an earlier run',
};
const maxRows = 200;

export function RunVersions({ versions }: { readonly versions: RunDetail['versions'] }) {
  const counts = new Map<RunVersion['state'], number>();
  for (const { state } of versions.listed) counts.set(state, (counts.get(state) ?? 0) + 1);
  const caption = [...counts]
    .map(([state, count]) => `${count} ${versionWords[state].word.toLowerCase()}`)
    .join(', ');
  return (
    <Panel title="Versions" caption={caption} className="snug">
      {versions.listed.length === 0 ? (
        <Empty says="The plan names no version, or could not be read." />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="table-wrap tall" tabIndex={0} aria-label="Versions of the plan">
          <table className="table compact">
            <caption className="sr">Versions of the plan and what each is at</caption>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">State</th>
                <th scope="col">When planned</th>
              </tr>
            </thead>
            <tbody>
              {versions.listed.slice(0, maxRows).map(({ version, state, group }) => (
                <tr key={version}>
                  <th scope="row">v{version}</th>
                  <td>
                    <VersionStateBadge state={state} />
                  </td>
                  <td className="muted">{groupWords[group]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {versions.total > Math.min(maxRows, versions.listed.length) ? (
        <p className="panel-foot">
          The first {Math.min(maxRows, versions.listed.length)} of {plural(versions.total, 'version')}.
        </p>
      ) : null}
    </Panel>
  );
}
