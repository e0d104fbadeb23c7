/** The key map as a table: what each key means, when it means nothing, and that off leaves only Ctrl K. */
import { describe, expect, it } from 'vitest';
import { meaningOf, type Press } from './key-map';
import { nouns } from './nouns';

const press = (key: string, over: Partial<Press> = {}): Press => ({
  key,
  ctrl: false,
  meta: false,
  alt: false,
  typing: false,
  covered: false,
  ...over,
});

describe('after G', () => {
  it.each(nouns.map(({ key, href }) => [key, href]))('%s goes to %s', (key, href) => {
    expect(meaningOf('g', press(key), true)).toEqual({ waiting: 'none', command: { kind: 'go', href } });
  });

  it('R means Retirement, and only there', () => {
    expect(meaningOf('none', press('r'), true).command).toEqual({ kind: 'read_again' });
  });

  it('an unknown key ends the waiting', () => {
    expect(meaningOf('g', press('z'), true)).toEqual({ waiting: 'none', command: null });
  });
});

describe('alone', () => {
  it.each([
    ['/', 'search'],
    ['?', 'help'],
    ['j', 'next_row'],
    ['J', 'next_row'],
    ['k', 'previous_row'],
  ])('%s is %s', (key, kind) => expect(meaningOf('none', press(key), true).command).toEqual({ kind }));

  it('G waits', () => expect(meaningOf('none', press('g'), true)).toEqual({ waiting: 'g', command: null }));

  it('digits open tabs from one to seven', () => {
    expect(meaningOf('none', press('1'), true).command).toEqual({ kind: 'tab', index: 0 });
    expect(meaningOf('none', press('7'), true).command).toEqual({ kind: 'tab', index: 6 });
    expect(meaningOf('none', press('8'), true).command).toBeNull();
  });
});

describe('when keys belong to something else', () => {
  it.each([
    ['a field', { typing: true }],
    ['a dialog', { covered: true }],
    ['the browser (Ctrl)', { ctrl: true }],
    ['the system (Meta)', { meta: true }],
    ['the menu (Alt)', { alt: true }],
  ])('%s', (_, over) => {
    for (const key of ['r', 'g', 'j', '?', '/', '1']) {
      expect(meaningOf('none', press(key, over), true)).toEqual({ waiting: 'none', command: null });
    }
  });

  it('Ctrl K finds things even from a field', () => {
    for (const over of [{ ctrl: true }, { meta: true }, { ctrl: true, typing: true }]) {
      expect(meaningOf('none', press('k', over), true).command).toEqual({ kind: 'palette' });
    }
  });

  it('switched off, only Ctrl K is left', () => {
    for (const key of ['r', 'g', 'j', 'k', '?', '/', '1']) {
      expect(meaningOf('none', press(key), false)).toEqual({ waiting: 'none', command: null });
    }
    expect(meaningOf('none', press('k', { ctrl: true }), false).command).toEqual({ kind: 'palette' });
  });
});
