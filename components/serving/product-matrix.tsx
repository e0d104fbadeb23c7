/** Serving by operation as a product: how many replicas are in each pair of states now. */

import { Icon } from '@/components/ui/icon';
import { TableFrame } from '@/components/ui/table-frame';
import { type Tone, toneIcon } from '@/components/ui/tone';
import type { ReplicaRow } from '@/lib/contracts/serving';
import { verdictWords } from './serving-words';

const rows = [
  ['ok', 'Serving'],
  ['maint', 'Known exception'],
  ['warn', 'Attention'],
  ['run', 'Getting there'],
  ['stop', 'Stopped'],
  ['unk', 'Unknown'],
] as const satisfies readonly (readonly [Tone, string])[];

const operations = ['idle', 'importing', 'failed', 'unknown'] as const;
const operationNames = {
  idle: 'Idle',
  importing: 'Importing',
  failed: 'Failed',
  unknown: 'Unknown',
} as const;

export function ProductMatrix({ replicas }: { readonly replicas: readonly ReplicaRow[] }) {
  return (
    <TableFrame label="Serving by operation">
      <table className="matrix">
        <caption className="sr">Serving by operation, replicas now</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Serving by operation</span>
            </th>
            {operations.map((one) => (
              <th key={one} scope="col">
                {operationNames[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([tone, word]) => (
            <tr key={tone}>
              <th scope="row">
                <span className={`tone-line ${tone}`}>
                  <Icon name={toneIcon[tone]} size="sm" />
                  {word}
                </span>
              </th>
              {operations.map((one) => {
                const here = replicas.filter((replica) => isIn(replica, tone, one));
                return here.length === 0 ? (
                  <td key={one}>
                    <span aria-hidden="true">·</span>
                    <span className="sr">none</span>
                  </td>
                ) : (
                  <td key={one} className={`on ${tone}`}>
                    <b>{here.length}</b>{' '}
                    {here
                      .slice(0, 3)
                      .map(({ replica }) => replica)
                      .join(', ')}
                    {here.length > 3 ? ', …' : ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function isIn(
  { verdict, operation, retired }: ReplicaRow,
  tone: Tone,
  column: (typeof operations)[number],
): boolean {
  if (retired !== null) return false;
  return verdictWords[verdict].tone === tone && (operation?.state ?? 'unknown') === column;
}
