/** The table of actions that operators were promised: who may, and how much is asked first. A change of a declaration is a change of this table. */
import { describe, expect, it } from 'vitest';
import type { ActionRule } from './actions';
import type { Endpoint } from './endpoint';
import { endpoints } from './endpoints';

const declared: readonly Endpoint[] = Object.values(endpoints);

function find(place: string): Endpoint {
  const found = declared.find(
    ({ method, path }) => `${method} ${path}` === `${place.replace(' ', ' /api/v1/')}`,
  );
  if (found === undefined) throw new Error(`There is no ${place}.`);
  return found;
}

const dataset = 'datasets/{lake}/{id}';
const root = 'locks/{root}';

describe.each([
  [`POST ${dataset}/plans`, 'operator', 0],
  ['POST plans/{hash}/run', 'admin', 3],
  ['POST plans/{hash}/approve', 'admin', 1],
  [`POST ${dataset}/tags`, 'operator', 0],
  [`PATCH ${dataset}/tags/{tag}`, 'operator', 1],
  [`DELETE ${dataset}/tags/{tag}`, 'operator', 2],
  [`POST ${dataset}/leases`, 'operator', 0],
  [`PATCH ${dataset}/leases/{lease}`, 'operator', 0],
  [`DELETE ${dataset}/leases/{lease}`, 'operator', 0, 'admin', 2],
  [`POST ${dataset}/retirements/{version}/{marker}/cancel`, 'operator', 2, 'admin', 3],
  [`POST ${dataset}/retirements/{version}/{marker}/finish`, 'admin', 3],
  [`POST ${dataset}/intents/settle`, 'operator', 1],
  [`DELETE ${dataset}/branches/{branch}`, 'admin', 3],
  [`POST ${root}/force-unlock`, 'admin', 3],
  [`POST ${root}/quarantine`, 'admin', 3],
  ['PUT lakes/{lake}/freeze', 'admin', 2],
  ['DELETE lakes/{lake}/freeze', 'admin', 2],
  ['POST runs/{run}/stop', 'operator', 1],
  ['POST runs/{run}/rate', 'operator', 0],
] as const)('%s', (place, access, friction, harderAccess = undefined, harderFriction = undefined) => {
  it('is as free as it was promised, and no freer', () => {
    const { access: needed, action } = find(place);
    const harder = (action as ActionRule | undefined)?.harder;
    expect([needed, action?.friction]).toEqual([access, friction]);
    expect([harder?.access, harder?.friction]).toEqual([harderAccess, harderFriction]);
  });
});

it.each([
  [`POST ${dataset}/preview`, 'viewer'],
  ['GET plans/{hash}', 'viewer'],
  ['GET runs', 'viewer'],
  ['GET runs/{run}', 'viewer'],
  ['GET receipts/{run}', 'viewer'],
  ['POST receipts/verify', 'viewer'],
  ['GET receipts/key', 'viewer'],
  [`POST ${dataset}/versions/{version}/verify`, 'operator'],
  ['GET activity', 'viewer'],
  ['GET lakes/{lake}/freeze', 'viewer'],
] as const)('%s changes nothing and is open to every %s', (place, access) => {
  const { access: needed, action } = find(place);
  expect([needed, action]).toEqual([access, undefined]);
});
