/** Memory as a replica measures it: file-backed and anonymous apart, and each unknown with what is known of why. */
import { Age } from '@/components/ui/age';
import { Bytes } from '@/components/ui/figures';
import type { ServingReport } from '@/lib/contracts/serving-report';
import { ceilingSays } from './serving-words';

type Memory = ServingReport['memory'];

const parts = [
  ['Peak', 'peakBytes'],
  ['Anonymous', 'anonBytes'],
  ['File-backed', 'fileBytes'],
  ['Kernel', 'kernelBytes'],
  ['Reclaimable slab', 'slabReclaimableBytes'],
  ['Process resident', 'processRssBytes'],
] as const satisfies readonly (readonly [string, keyof Memory])[];

export function MemoryFacts({ memory }: { readonly memory: Memory }) {
  const known = parts.filter(([, key]) => memory[key] !== null);
  const unknown = parts.filter(([, key]) => memory[key] === null).map(([name]) => name.toLowerCase());
  return (
    <dl className="facts pad">
      <dt>In use</dt>
      <dd>
        <Bytes bytes={memory.currentBytes} />
      </dd>
      <dt>Ceiling</dt>
      <dd>{memory.maxBytes === null ? ceilingSays(memory) : <Bytes bytes={memory.maxBytes} />}</dd>
      {known.map(([name, key]) => (
        <div key={key} className="contents">
          <dt>{name}</dt>
          <dd>
            <Bytes bytes={memory[key]} />
          </dd>
        </div>
      ))}
      {unknown.length === 0 ? null : (
        <>
          <dt>Not known</dt>
          <dd className="faint">{unknown.join(', ')}</dd>
        </>
      )}
      {memory.reasons.map((reason) => (
        <div key={reason} className="contents">
          <dt>Why</dt>
          <dd className="faint">{reason}</dd>
        </div>
      ))}
      {memory.phases.slice(-4).map(({ phase, startedAt, before, after }) => (
        <div key={`${phase} ${startedAt}`} className="contents">
          <dt>{phase}</dt>
          <dd>
            <Bytes bytes={before} /> before, <Bytes bytes={after} /> after, <Age at={startedAt} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
