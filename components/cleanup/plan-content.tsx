/** What a plan or a preview of one says: what goes, what stays and why, each version as a cell, and what that rests on. */
import { Bytes, Count } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import type { PlanPreview } from '@/lib/contracts/plans';
import { classWords, reasonWords } from './plan-words';

const maxCells = 123;
const maxKeptRows = 200;

export function PlanCells({ plan }: { readonly plan: PlanPreview }) {
  const { versions, kept } = plan;
  const cells = [
    ...versions.listed.map(({ version }) => ({ version, look: 'c-gone', words: 'goes' })),
    ...kept.listed.map(({ version, because }) => {
      const byPolicy = because.every(({ kind }) => kind === 'policy');
      return {
        version,
        look: byPolicy ? 'c-policy' : 'c-held',
        words: byPolicy ? 'kept by the policy' : 'held',
      };
    }),
  ].sort((a, b) => (BigInt(a.version) < BigInt(b.version) ? -1 : 1));
  const shown = cells.slice(-maxCells);
  const [first, last] = [shown.at(0), shown.at(-1)];
  return (
    <div className="plan-ribbon">
      <div className="section-head">
        <span className="tone-line stop">
          <Icon name="gone" size="sm" />
          <b>{plural(versions.total, 'version goes', 'versions go')}</b>
        </span>
        <span className="tone-line muted">
          <Icon name="kept" size="sm" />
          <b>{plural(kept.total, 'stays', 'stay')}</b>
        </span>
        {first === undefined || last === undefined ? null : (
          <span className="caption end">
            v{first.version} to v{last.version}, newest right
          </span>
        )}
      </div>
      <div
        className="mini"
        role="img"
        aria-label={`${versions.total} versions go, ${kept.total} stay; the tables below name them.`}
      >
        {shown.map(({ version, look, words }) => (
          <i key={version} className={look} title={`v${version} ${words}`} />
        ))}
      </div>
    </div>
  );
}

export function WhatGoes({ plan }: { readonly plan: PlanPreview }) {
  const { objects, predicted, most } = plan;
  const differ = predicted.objects !== most.objects;
  return (
    <Panel title="What goes" caption={plural(most.objects, 'object')} className="snug">
      <div className="table-wrap">
        <table className="table tight">
          <caption className="sr">Files that go, by class</caption>
          <thead className="sr">
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Objects</th>
              <th scope="col">Bytes</th>
            </tr>
          </thead>
          <tbody>
            {objects.map((row) => (
              <tr key={`${row.class} ${row.because}`}>
                <th scope="row">
                  {classWords[row.class] ?? row.class}
                  {row.because === 'unverified' ? <small>no manifest mentions them</small> : null}
                </th>
                <td className="num">
                  <Count value={row.objects} />
                </td>
                <td className="num">
                  <Bytes bytes={row.bytes} />
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">Together</th>
              <td className="num">
                <Count value={most.objects} />
              </td>
              <td className="num">
                <Bytes bytes={most.bytes} />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {differ ? (
        <p className="panel-foot">
          Certain: {plural(predicted.versions, 'version')}, <Bytes bytes={predicted.bytes} />. The rest is
          held only by leases that are over, or was begun by an earlier run.
        </p>
      ) : null}
    </Panel>
  );
}

export function KeptAndWhy({ plan }: { readonly plan: PlanPreview }) {
  const { kept, keptBy } = plan;
  return (
    <Panel title="What stays, and why" caption={plural(kept.total, 'version')} className="snug">
      <div className="table-wrap">
        <table className="table tight">
          <caption className="sr">Versions that stay, by reason</caption>
          <thead className="sr">
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Versions</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {keptBy.map(({ kind, versions }) => {
              const [icon, words] = reasonWords[kind] ?? (['unk', kind] as const);
              return (
                <tr key={kind}>
                  <th scope="row">
                    <span className="tone-line plain">
                      <Icon name={icon} size="sm" />
                      {words}
                    </span>
                  </th>
                  <td className="muted wrap">{spans(plan, kind)}</td>
                  <td className="num">{versions}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <details className="kept-each">
        <summary>Each version with its reasons</summary>
        <ul className="bullets">
          {kept.listed.slice(0, maxKeptRows).map(({ version, because }) => (
            <li key={version}>
              <Icon name="kept" size="xs" />
              <span>
                <b>v{version}</b>{' '}
                {because
                  .map(({ kind, subject, holder, endsWhen }) => {
                    const by = holder === null ? '' : `, held by ${holder}`;
                    return `${kind.replaceAll('_', ' ')} ${subject}${by}, ends when ${endsWhen}`;
                  })
                  .join('; ')}
              </span>
            </li>
          ))}
        </ul>
        {kept.total > maxKeptRows ? (
          <p className="panel-foot">
            The newest {maxKeptRows} of {kept.total} are listed; the API lists 1,000.
          </p>
        ) : null}
      </details>
    </Panel>
  );
}

/** `v1845 to v1860, v1830`: the first few stretches of versions that this reason keeps. */
function spans({ kept }: PlanPreview, kind: string): string {
  const versions = kept.listed
    .filter(({ because }) => because.some((one) => one.kind === kind))
    .map(({ version }) => BigInt(version))
    .sort((a, b) => (a > b ? -1 : 1));
  const stretches: [bigint, bigint][] = [];
  for (const version of versions) {
    const last = stretches.at(-1);
    if (last !== undefined && last[0] === version + 1n) last[0] = version;
    else stretches.push([version, version]);
  }
  const words = stretches.map(([from, to]) => (from === to ? `v${to}` : `v${from} to v${to}`));
  return words.length > 5 ? `${words.slice(0, 5).join(', ')} and more` : words.join(', ');
}

export function Observed({ plan }: { readonly plan: PlanPreview }) {
  const { observed, requestEstimate } = plan;
  return (
    <p className="panel-foot">
      Read for this: {plural(observed.versionsListed, 'version')} listed,{' '}
      {plural(observed.manifestsRead, 'manifest')} read, {plural(observed.objectsListed, 'object')} listed,{' '}
      {plural(observed.datasetsSearchedForClones, 'other dataset')} searched for clones, in{' '}
      {plural(observed.requests, 'request')}. The run would take about {plural(requestEstimate, 'request')}.
    </p>
  );
}
