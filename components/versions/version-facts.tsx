/** One version's facts as its manifest and its listing tell them; what is not known says so. */
import type { ReactElement, ReactNode } from 'react';
import { Age, Instant } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Bytes, Count } from '@/components/ui/figures';
import type { VersionDetail } from '@/lib/contracts/versions';
import { FromManifest, OperationWords } from './version-cells';

export function VersionFacts({
  version,
  hrefOf,
}: {
  readonly version: VersionDetail;
  /** The page of another version of the same branch. */
  readonly hrefOf: (version: string) => ReactNode;
}): ReactElement {
  const told = (children: ReactNode) => <FromManifest row={version}>{children}</FromManifest>;
  return (
    <dl className="facts pad">
      <Fact name="Committed (manifest's own time)">{told(<Both at={version.committedAt} />)}</Fact>
      <Fact name="Stored (store's time)">
        <Both at={version.storedAt} />
      </Fact>
      <Fact name="Operation">{told(<OperationWords operation={version.operation} />)}</Fact>
      <Fact name="Read version">
        {told(version.readVersion === null ? <Faint>not recorded</Faint> : hrefOf(version.readVersion))}
      </Fact>
      <Fact name="Transaction">
        {version.transactionFile === null ? (
          told(<Faint>inside the manifest, or none</Faint>)
        ) : (
          <Copyable text={version.transactionFile} label="Copy transaction name" />
        )}
      </Fact>
      <Fact name="Writer">{told(version.writer ?? 'not recorded')}</Fact>
      <Fact name="Data format">{told(version.dataFormat ?? 'not recorded')}</Fact>
      <Fact name="Rows">{told(<Count value={version.rows} />)}</Fact>
      <Fact name="Deleted rows">{told(<Count value={version.deletedRows} unknown="not recorded" />)}</Fact>
      <Fact name="Fragments">{told(<Count value={version.fragments} />)}</Fact>
      <Fact name="Data files">{told(<Count value={version.dataFiles} />)}</Fact>
      <Fact name="Size of its data files">
        {told(<Bytes bytes={version.bytes} unknown="not recorded" />)}
      </Fact>
      <Fact name="Only this version needs">
        <Bytes bytes={version.exclusiveBytes} unknown="not known until storage is counted" />
      </Fact>
      <Fact name="Manifest">
        <Bytes bytes={version.manifestBytes} />
      </Fact>
      <Fact name="Key">
        <Copyable text={version.manifestKey} label="Copy manifest key" />
      </Fact>
      <Fact name="ETag">
        <Copyable text={version.etag} label="Copy ETag" />
      </Fact>
    </dl>
  );
}

function Both({ at }: { readonly at: string | null }) {
  if (at === null) return <Faint>not recorded</Faint>;
  return (
    <>
      <Instant at={at} />, <Age at={at} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="break">{children}</dd>
    </>
  );
}

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <>
      <code className="id break">{text}</code> <CopyButton text={text} label={label} />
    </>
  );
}

function Faint({ children }: { readonly children: ReactNode }) {
  return <span className="faint">{children}</span>;
}
