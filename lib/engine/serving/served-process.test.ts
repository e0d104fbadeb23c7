/** What a serving process shows of itself: the contract tests G.2 30 to 40. */
import { describe, expect, it } from 'vitest';
import { memoryReport, parseCurrent, parseMax, parseMaxState } from './cgroup-rules';
import type { ImportId } from './import-id-rules';
import { absentLifecycle, servingLifecycle } from './lifecycle-rules';
import { PublishedState } from './published-state';
import { type MemorySource, readMemory } from './read-memory';

const active = 'a'.repeat(16) as ImportId;

describe('G.2 the published state', () => {
  it('G.2.30 begins absent and without content', () => {
    expect(new PublishedState().current).toEqual({ lifecycle: absentLifecycle, content: null });
  });

  it('G.2.31 a held lifecycle does not change, a new read sees the new one', () => {
    const state = new PublishedState();
    const held = state.current;
    state.publishLifecycle(servingLifecycle(active));
    expect(held.lifecycle).toBe(absentLifecycle);
    expect(state.current.lifecycle.serving?.active).toBe(active);
    expect(Object.isFrozen(state.current)).toBe(true);
  });

  it('G.2.32 the same for content, by reference', () => {
    const state = new PublishedState<{ rows: number }>();
    const [one, two] = [{ rows: 1 }, { rows: 1 }];
    state.publishContent(one);
    const held = state.current;
    state.publishContent(two);
    expect(held.content).toBe(one);
    expect(state.current.content).toBe(two);
  });

  it('G.2.33 publishing none retracts the content', () => {
    const state = new PublishedState<string>();
    state.publishContent('open');
    state.publishContent(null);
    expect(state.current.content).toBeNull();
  });

  it('G.2.34 two fresh states are alike', () => {
    expect(new PublishedState().current).toEqual(new PublishedState().current);
  });

  it('lifecycle and content change together, so that no reader sees one without the other', () => {
    const state = new PublishedState<string>();
    state.update(() => ({ lifecycle: servingLifecycle(active), content: 'open' }));
    expect(state.current).toMatchObject({ lifecycle: { serving: { active } }, content: 'open' });
  });
});

describe('G.2 the memory files', () => {
  it.each([
    ['123456789\n', 123_456_789],
    ['0\n', 0],
  ])('G.2.35 memory.current %j', (text, bytes) => expect(parseCurrent(text)).toBe(bytes));
  it.each(['', 'lots', '-5', '1.5', '9'.repeat(17)])('G.2.36 memory.current %j is unknown', (text) => {
    expect(parseCurrent(text)).toBeNull();
  });
  it.each(['max', 'max\n'])('G.2.37 memory.max %j is unlimited, not unreadable', (text) => {
    expect(parseMax(text)).toBeNull();
    expect(parseMaxState(text)).toBe('unlimited');
  });
  it('G.2.38 a ceiling is a number', () => {
    expect(parseMax('25769803776\n')).toBe(25_769_803_776);
    expect(parseMaxState('25769803776\n')).toBe('bounded');
  });
  it.each(['', 'maxxx', 'text'])('G.2.39 memory.max %j is unreadable, not unlimited', (text) => {
    expect(parseMax(text)).toBeNull();
    expect(parseMaxState(text)).toBe('unreadable');
  });

  it.each(['linux', 'darwin', 'win32'])('G.2.40 on %s nothing throws, whatever fails', async (platform) => {
    const broken: MemorySource = {
      platform,
      read: () => Promise.reject(new Error('gone')),
      rssBytes: () => {
        throw new Error('gone');
      },
    };
    const report = await readMemory(broken);
    expect(report).toMatchObject({ currentBytes: null, maxBytes: null, maxState: 'unsupported' });
    expect(report.reasons).toHaveLength(1);
  });

  it('G.2.40 this very host answers too', async () => {
    const report = await readMemory();
    expect(['bounded', 'unlimited', 'unreadable', 'unsupported']).toContain(report.maxState);
  });

  it('tells the page cache from the rest, and says what it could not read', () => {
    const stat = 'anon 100\nfile 200\nkernel 30\nslab_reclaimable 4\nodd\n';
    const report = memoryReport({ current: '334\n', max: 'max\n', peak: null, stat }, 90);
    expect(report).toMatchObject({
      ...{ currentBytes: 334, maxBytes: null, maxState: 'unlimited', peakBytes: null },
      ...{ anonBytes: 100, fileBytes: 200, kernelBytes: 30, slabReclaimableBytes: 4, processRssBytes: 90 },
    });
    expect(report.reasons).toEqual(['memory.peak could not be read']);
  });

  it('a version 2 group whose memory files are missing is unreadable, not unsupported', async () => {
    const read = (name: string) =>
      name === 'cgroup.controllers' ? Promise.resolve('cpu\n') : Promise.reject(new Error('gone'));
    expect(await readMemory({ platform: 'linux', read, rssBytes: () => 1 })).toMatchObject({
      maxState: 'unreadable',
      currentBytes: null,
    });
  });
});
