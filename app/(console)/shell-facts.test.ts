/** The rail counts what is red, else what is amber, beside the noun where it is looked at; unknown is neither. */
import { describe, expect, it } from 'vitest';
import type { AttentionItem } from '@/lib/contracts/attention';
import { changesText, talliesOf } from './shell-facts';

function item(kind: AttentionItem['kind'], severity: AttentionItem['severity']): AttentionItem {
  return {
    ...{ kind, severity, lake: 'demo', dataset: null, object: 'x', detail: '', version: null },
    ...{ problem: '', evidence: '', since: null, href: '/', action: '' },
  };
}

describe('tallies', () => {
  it('stand beside Locks for silent, unusable and doubly held ones', () => {
    expect(talliesOf({ items: [item('lock_silent', 'attention')] })).toEqual({
      locks: { count: 1, tone: 'warn', word: 'to look at' },
    });
    const worse = [
      item('lock_silent', 'attention'),
      item('lock_unusable', 'stop'),
      item('lock_two_owners', 'stop'),
    ];
    expect(talliesOf({ items: worse }).locks).toMatchObject({ count: 2, tone: 'stop' });
  });

  it('stand beside Serving for sets that are not well', () => {
    const sets = [item('serving_unwell', 'attention'), item('serving_unknown', 'unknown')];
    expect(talliesOf({ items: sets })).toEqual({ serving: { count: 1, tone: 'warn', word: 'to look at' } });
    expect(talliesOf({ items: [...sets, item('serving_down', 'stop')] }).serving).toMatchObject({
      tone: 'stop',
    });
  });

  it('are none for what is unknown', () => {
    expect(talliesOf({ items: [item('lock_unknown', 'unknown'), item('not_read', 'unknown')] })).toEqual({});
    expect(talliesOf(undefined)).toEqual({});
  });
});

describe('what the live region says', () => {
  const event = { lake: 'demo', dataset: null, etag: '' };
  it('names a lock as a lock, however many changes it had', () => {
    const locks = { ...event, part: 'locks' } as const;
    expect(changesText([locks, locks])).toBe('A lock changed and was read again.');
    expect(changesText([locks, { ...event, dataset: 'events', part: 'versions' }])).toBe(
      '2 things changed and were read again.',
    );
    expect(changesText([])).toBe('');
  });
});
