/** What else a manifest holds: feature flags, configuration, base paths, indices, and fields this reader does not know. */
import type { ReactElement, ReactNode } from 'react';
import { Bytes } from '@/components/ui/figures';
import { Unsupported } from '@/components/ui/states';
import type { VersionDetail } from '@/lib/contracts/versions';

export function VersionInside({ version }: { readonly version: VersionDetail }): ReactElement {
  if (version.read === 'not_yet') return <Unsupported says="The manifest has not been read yet." />;
  if (version.read === 'failed') {
    return <Unsupported says={version.problem ?? 'The manifest could not be read.'} />;
  }
  return (
    <dl className="facts pad">
      <dt>Reader flags</dt>
      <dd>{listOf(version.readerFlags)}</dd>
      <dt>Writer flags</dt>
      <dd>{listOf(version.writerFlags)}</dd>
      <dt>Fields not known to this reader</dt>
      <dd>{listOf(version.unknownFields)}</dd>
      <dt>Configuration</dt>
      <dd>
        <Config config={version.config} />
      </dd>
      <dt>Base paths</dt>
      <dd>
        <BasePaths paths={version.basePaths} />
      </dd>
      <dt>Indices</dt>
      <dd>
        <Indices indices={version.indices} />
      </dd>
    </dl>
  );
}

const NONE = <span className="faint">none</span>;

function listOf(items: readonly string[]): ReactNode {
  if (items.length === 0) return NONE;
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Config({ config }: Pick<VersionDetail, 'config'>) {
  const entries = Object.entries(config);
  if (entries.length === 0) return NONE;
  return (
    <ul>
      {entries.map(([key, value]) => (
        <li key={key} className="break">
          <code className="id break">{key}</code> = {value}
        </li>
      ))}
    </ul>
  );
}

function BasePaths({ paths }: { readonly paths: VersionDetail['basePaths'] }) {
  if (paths.length === 0) return NONE;
  return (
    <ul>
      {paths.map((base) => (
        <li key={base.id} className="break">
          {base.id}
          {base.name !== null && `, ${base.name}`}: <code className="id break">{base.path}</code>
          {base.isDatasetRoot && <span className="faint"> the root of a dataset</span>}
        </li>
      ))}
    </ul>
  );
}

function Indices({ indices }: Pick<VersionDetail, 'indices'>) {
  if (indices.length === 0) return NONE;
  return (
    <ul>
      {indices.map((index) => (
        <li key={index.uuid} className="break">
          {index.name} <code className="id">{index.uuid}</code>,{' '}
          <Bytes bytes={index.bytes} unknown="size not recorded" />
        </li>
      ))}
    </ul>
  );
}
