/** Which noun a path belongs to, what a typed text asks for, what a person is abbreviated to. */
import { describe, expect, it } from 'vitest';
import { nounOf } from './nouns';
import { questionOf } from './palette-rules';
import { initialsOf } from './user-menu';

describe('nounOf', () => {
  it.each([
    ['/', 'overview'],
    ['/datasets', 'datasets'],
    ['/datasets/demo/events/versions', 'datasets'],
    ['/datasetsX', null],
    ['/sign-in', null],
  ])('%s', (path, noun) => expect(nounOf(path)).toBe(noun));
});

describe('questionOf', () => {
  it.each([
    ['events', { words: 'events', version: null }],
    [' events v1841 ', { words: 'events', version: '1841' }],
    ['events 0012', { words: 'events', version: '12' }],
    ['v1841', { words: '', version: '1841' }],
    ['events-2024', { words: 'events-2024', version: null }],
    ['日本 7', { words: '日本', version: '7' }],
    ['', { words: '', version: null }],
  ])('%s', (text, question) => expect(questionOf(text)).toEqual(question));
});

describe('initialsOf', () => {
  it.each([
    ['on-call', 'OC'],
    ['ada', 'AD'],
    ['Ada Lovelace Byron', 'AL'],
    ['--', '?'],
  ])('%s', (actor, initials) => expect(initialsOf(actor)).toBe(initials));
});
