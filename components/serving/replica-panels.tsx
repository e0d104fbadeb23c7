/** Everything one replica reports, in panels: operation, head, imports, copy and mirror, retention, seals, memory, failures. */
import { Age } from '@/components/ui/age';
import { Panel } from '@/components/ui/panel';
import { ShortId } from '@/components/ui/short-id';
import type { ReplicaDetail, ServingImport, ServingReport } from '@/lib/contracts/serving-report';
import { Acks, FailureFacts } from './failure-facts';
import { HeadDecision } from './head-decision';
import { MemoryFacts } from './memory-facts';
import { RetentionFacts, SealFacts } from './retention-facts';
import { useIsPast, WordBadge } from './serving-badges';
import { mirrorWords, operationWord, stepWords } from './serving-words';

export function ReplicaPanels({ replica }: { readonly replica: ReplicaDetail }) {
  const { report } = replica;
  const past = useIsPast(replica);
  if (report === null || !replica.believed) return <Unbelieved replica={replica} />;
  const decisive = replica.problems.filter(({ code }) => code !== 'retention_hold_disagrees');
  return (
    <div className="serve-grid">
      <Panel
        title="Operation"
        className="snug"
        caption={`epoch ${report.fence.epoch}, number ${report.fence.seq}`}
      >
        <OperationFacts replica={replica} report={report} past={past} />
      </Panel>
      <Panel title="Head decision" className="snug">
        <HeadDecision report={report} certainty={replica.headCertainty} problems={decisive} past={past} />
      </Panel>
      <Panel title="Imports" className="snug" caption={cleanWords[report.imports.cleanSource]}>
        <ImportFacts report={report} />
      </Panel>
      <Panel title="Copy and mirror" className="snug">
        <CopyFacts copy={report.copy} past={past} />
      </Panel>
      <Panel title="Retention" className="snug">
        <RetentionFacts retention={report.retention} />
      </Panel>
      <Panel title="Seals" className="snug">
        <SealFacts seals={report.seals} past={past} />
      </Panel>
      <Panel title="Memory" className="snug">
        <MemoryFacts memory={report.memory} />
      </Panel>
      <Panel title="Failures" className="snug">
        <FailureFacts report={report} />
      </Panel>
      <Panel title="Acknowledged drift" className="snug">
        <Acks report={report} />
      </Panel>
    </div>
  );
}

function Unbelieved({ replica }: { readonly replica: ReplicaDetail }) {
  return (
    <Panel title="Report" className="snug">
      <div className="pad">
        <p className="says">{replica.sentence}</p>
        <ul className="bullets">
          {replica.problems.map(({ code, sentence }) => (
            <li key={`${code} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
        <p className="caption">Until it can be believed, every version it may serve is kept.</p>
      </div>
    </Panel>
  );
}

function OperationFacts({
  replica,
  report,
  past,
}: {
  readonly replica: ReplicaDetail;
  readonly report: ServingReport;
  readonly past: boolean;
}) {
  const { operation } = replica;
  const { fence, serving } = report;
  return (
    <div className="pad">
      <p className="says">
        <WordBadge word={operationWord(operation)} past={past} />
      </p>
      <dl className="facts snug">
        {operation === null || operation.state === 'idle' ? null : (
          <>
            <dt>Candidate</dt>
            <dd>
              <ShortId id={operation.candidate ?? ''} what="import id" />
            </dd>
            <dt>Generation</dt>
            <dd>{operation.generation}</dd>
            <dt>{operation.state === 'failed' ? 'Failed' : 'Began'}</dt>
            <dd>
              <Age at={operation.at} />
            </dd>
          </>
        )}
        {operation?.state === 'importing' ? (
          <>
            <dt>Step</dt>
            <dd>{operation.step === null ? 'not told' : stepWords[operation.step]}</dd>
            <dt>Progress</dt>
            <dd>{operation.progress === null ? 'not told' : `${Math.round(operation.progress * 100)}%`}</dd>
          </>
        ) : null}
        {operation?.error ? (
          <>
            <dt>Error</dt>
            <dd>
              {operation.error.kind}
              {operation.error.message === null ? '' : `: ${operation.error.message}`}
            </dd>
          </>
        ) : null}
        <dt>Next generation</dt>
        <dd>{fence.nextGeneration}</dd>
        <dt>Place</dt>
        <dd>{standingWords[fence.standing]}</dd>
        <dt>Process</dt>
        <dd>
          <code className="id break">{report.instance}</code>, a report every {report.heartbeatMs / 1_000} s
        </dd>
        <dt>Activated</dt>
        <dd>{serving === null ? 'nothing is served' : <Age at={serving.activatedAt} />}</dd>
        <dt>Content</dt>
        <dd>{serving === null ? 'none' : serving.contentPresent ? 'open' : 'not open: nothing answers'}</dd>
      </dl>
    </div>
  );
}

const standingWords = {
  owner: 'its own',
  deposed: 'lost to another process',
  read_only: 'never claimed: it only reads',
  unfenced: 'unfenced: the store has no conditional writes',
} as const;

const cleanWords = {
  import_seal: 'clean by import seals',
  tag: 'clean by a tag',
  operator: 'clean by its operator',
} as const;

function ImportFacts({ report: { imports } }: { readonly report: ServingReport }) {
  return (
    <dl className="facts pad">
      {(['active', 'previous', 'desired', 'origin'] as const).map((one) => (
        <ImportFact key={one} name={one} of={imports[one]} />
      ))}
    </dl>
  );
}

function ImportFact({ name, of }: { readonly name: string; readonly of: ServingImport }) {
  return (
    <>
      <dt>{name.charAt(0).toUpperCase() + name.slice(1)}</dt>
      <dd>
        {of === null ? (
          <span className="faint">none</span>
        ) : (
          <ShortId id={of.importId} what={`${name} import id`} />
        )}
        {of === null ? null : of.identity === null ? (
          <span className="caption">unsealed: an id without an identity proves no sameness</span>
        ) : (
          <span className="caption">
            {of.identity.sourceId}, layout {of.identity.layoutAbi}, writer {of.identity.writerAbi}, manifest{' '}
            <span data-tip={of.identity.manifestSha256}>{of.identity.manifestSha256.slice(0, 12)}…</span>
          </span>
        )}
      </dd>
    </>
  );
}

function CopyFacts({ copy, past }: { readonly copy: ServingReport['copy']; readonly past: boolean }) {
  const { mirror, activation } = copy;
  return (
    <dl className="facts pad">
      <dt>Root</dt>
      <dd>
        {copy.rootKind === 'volume' ? 'volume: survives a redeploy' : 'ephemeral: lost at the next redeploy'}
        <span className="caption">
          {copy.rootLabel}, from {copy.rootSource}
          {copy.declared === null ? '' : `, declared ${copy.declared}`}
        </span>
      </dd>
      <dt>Mirror</dt>
      <dd>
        <WordBadge word={mirrorWords[mirror.state]} past={past} />
      </dd>
      <dt>Mirrored through</dt>
      <dd>
        {mirror.throughVersion === null ? (
          <span className="faint">not known</span>
        ) : (
          `v${mirror.throughVersion}`
        )}
      </dd>
      <dt>Has active</dt>
      <dd>
        {mirror.hasActive === null ? (
          <span className="faint">not known</span>
        ) : mirror.hasActive ? (
          'yes'
        ) : (
          'no'
        )}
      </dd>
      <dt>Activation</dt>
      <dd>
        {activation.verdict === null ? (
          <span className="faint">none yet</span>
        ) : (
          activationWords[activation.verdict]
        )}
        <span className="caption">
          A volume {activation.volumeRequiresMirror ? 'waits for the mirror' : 'need not wait for the mirror'}
          , an ephemeral root {activation.ephemeralRequiresMirror ? 'waits' : 'need not wait'}.
        </span>
      </dd>
    </dl>
  );
}

const activationWords = {
  activate: 'may be served',
  activate_mirror_lagging: 'may be served while the mirror lags',
  hold_for_mirror: 'held until the mirror has it',
} as const;
