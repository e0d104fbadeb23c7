/** A button that cannot be pressed says why: what is not read yet never lets anything through. */
import { describe, expect, it } from 'vitest';
import { type Gated, type GateFacts, gateLimit, gateRefusal } from './gate-rules';

const rule: Gated = {
  access: 'operator',
  action: { name: 'create_tag', friction: 0, grant: 'protect', store: 'createTag' },
};
const open: GateFacts = {
  role: 'operator',
  lake: { id: 'prod', gc: 'protect' },
  freeze: { state: 'open', actor: null, reason: null },
  capabilities: { switchedOff: [] },
};
const off = (kind: 'off' | 'limited') => ({
  switchedOff: [{ id: 'createTag', kind, action: 'Create tag', reason: 'A3 is missing.' }],
});

describe('a button', () => {
  it('may be pressed when everything is known and allows it', () =>
    expect(gateRefusal(rule, open)).toBeNull());

  it.each<[string, Partial<GateFacts>, string]>([
    ['no session', { role: null }, 'Waiting'],
    ['no lake', { lake: null }, 'Waiting'],
    ['a viewer', { role: 'viewer' }, 'needs the role operator; this session has viewer'],
    ['no grant', { lake: { id: 'prod', gc: 'none' } }, 'lakes[].gc'],
    ['no freeze read', { freeze: null }, 'Waiting for the freeze'],
    [
      'a freeze',
      { freeze: { state: 'frozen', actor: 'boss', reason: 'audit' } },
      'boss froze the lake: audit',
    ],
    [
      'an unreadable freeze',
      { freeze: { state: 'unreadable', actor: null, reason: null } },
      'counts as frozen',
    ],
    ['nothing known of the store', { capabilities: null }, 'Waiting for what the store'],
    ['a store that cannot', { capabilities: off('off') }, 'A3 is missing. Settings has the probe.'],
  ])('waits for %s', (_, facts, words) => {
    expect(gateRefusal(rule, { ...open, ...facts })).toContain(words);
  });

  it('may be pressed where the store does it in a lesser way, which is said', () => {
    const limited = { ...open, capabilities: off('limited') };
    expect(gateRefusal(rule, limited)).toBeNull();
    expect(gateLimit(rule, limited)).toBe('A3 is missing.');
    expect(gateLimit(rule, open)).toBeNull();
  });

  it('asks for more where its object does', () => {
    expect(gateRefusal(rule, open, 'admin')).toContain('role admin');
    expect(
      gateRefusal(rule, { ...open, role: 'admin', lake: { id: 'prod', gc: 'retire' } }, 'admin'),
    ).toBeNull();
  });
});
