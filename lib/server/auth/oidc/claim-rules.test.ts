/** Claims give a role to the letter or not at all. */
import { describe, expect, it } from 'vitest';
import { actorOfClaims, joinedClaims, type RoleMapping, roleOfClaims } from './claim-rules';

const mappings: readonly RoleMapping[] = [
  { claim: 'groups', value: 'admins', role: 'admin' },
  { claim: 'groups', value: 'ops', role: 'operator' },
  { claim: ['realm_access', 'roles'], value: 'reader', role: 'viewer' },
  { claim: 'https://example.com/level', value: '7', role: 'operator' },
];

describe('the role', () => {
  it.each([
    ['one of a list', { groups: ['x', 'ops'] }, 'operator'],
    ['a text', { groups: 'ops' }, 'operator'],
    ['the highest of two, whatever their order', { groups: ['ops', 'admins'] }, 'admin'],
    ['a claim inside others', { realm_access: { roles: ['reader'] } }, 'viewer'],
    ['a name with dots', { 'https://example.com/level': '7' }, 'operator'],
    ['no claim', {}, null],
    ['another case', { groups: ['Ops'] }, null],
    ['a longer text', { groups: 'ops-interns' }, null],
    ['a list in a text', { groups: 'ops,admins' }, null],
    ['a list in a list', { groups: [['admins']] }, null],
    ['a number', { 'https://example.com/level': 7 }, null],
    ['an object', { groups: { admins: true } }, null],
    ['a path spelt with a dot', { 'realm_access.roles': ['reader'] }, null],
    ['a path through a list', { realm_access: [{ roles: ['reader'] }] }, null],
  ])('%s', (_, claims, role) => expect(roleOfClaims(claims, mappings)).toBe(role));

  it('of nothing inherited', () => {
    const inherited = Object.create({ groups: ['admins'] }) as Record<string, unknown>;
    expect(roleOfClaims(inherited, mappings)).toBeNull();
  });
});

describe('the actor', () => {
  it.each([
    ['olga@example.com', 'oidc:olga@example.com'],
    ['Ольга', 'oidc:Ольга'],
    ['x'.repeat(180), `oidc:${'x'.repeat(180)}`],
    ['x'.repeat(181), null],
    ['', null],
    ['two words', null],
    ['line\nbreak', null],
    ['\u202eaglo', null],
    [7, null],
    [undefined, null],
  ])('%j', (sub, actor) => expect(actorOfClaims({ sub }, 'sub')).toBe(actor));
});

it('never lets the user info endpoint override what was signed', () => {
  const joined = joinedClaims({ sub: 'olga', groups: [] }, { groups: ['admins'], name: 'Olga' });
  expect(joined).toEqual({ sub: 'olga', groups: [], name: 'Olga' });
});
