/** What every part of the conformance suite works with: a fresh store per test, and short ways to fill and read it. */
import { afterEach, beforeEach } from 'vitest';
import type {
  ChangeOptions,
  GetAnswer,
  ListOptions,
  ObjectStore,
  WriteAnswer,
} from '@/lib/engine/store/object-store';

export interface OpenedStore {
  /** Empty at the start. */
  readonly store: ObjectStore;
  close(): Promise<void>;
}

export interface ExpectedCapabilities {
  /** `ignored`: the store deletes whatever the condition says (A3 missing). */
  readonly deleteIfMatch: 'honoured' | 'ignored';
  /**
   * What those who lose a race of replaces are told. Some services answer 500 to some of them, which by decision D1
   * is unknown; default `conflict`.
   */
  readonly lostReplace?: 'conflict' | 'conflict_or_unknown';
}

export interface Listed {
  readonly keys: string[];
  readonly prefixes: string[];
  pages: number;
}

export interface ConformanceKit {
  /** The store of the running test. */
  readonly store: ObjectStore;
  readonly expected: ExpectedCapabilities;
  /** @returns the ETag */
  created(key: string, body?: string): Promise<string>;
  bodyOf(key: string): Promise<string>;
  listAll(options: ListOptions): Promise<Listed>;
}

export function conformanceKit(
  open: () => Promise<OpenedStore>,
  expected: ExpectedCapabilities,
): ConformanceKit {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => opened.close());
  return {
    get store() {
      return opened.store;
    },
    expected,
    created: async (key, body = key) => etagOf(await opened.store.create(key, text(body))),
    bodyOf: async (key) => decoded(await opened.store.get(key, { maxBytes: 1_000_000 })),
    async listAll(options) {
      const all: Listed = { keys: [], prefixes: [], pages: 0 };
      let next: string | null = null;
      do {
        const page = await opened.store.list({ ...options, ...(next === null ? {} : { next }) });
        all.keys.push(...page.objects.map(({ key }) => key));
        all.prefixes.push(...page.prefixes);
        all.pages += 1;
        next = page.next;
      } while (next !== null && all.pages < 1_000);
      return all;
    },
  };
}

/** A change that must not be sent, and the error with which it says so. */
export function withheld(): { readonly change: ChangeOptions; readonly refusal: Error } {
  const refusal = new Error('given up');
  const beforeSend = () => {
    throw refusal;
  };
  return { change: { beforeSend }, refusal };
}

export const text = (value: string) => new TextEncoder().encode(value);
export const oddKeys = [
  'odd/a b',
  'odd/a+b',
  'odd/%41',
  'odd/100%',
  'odd/~tilde',
  'odd/日本',
  'odd/new\nline',
  `odd/q'"<>&;`,
  'odd/a#b',
  'odd/what?x=1&y',
  'odd/back\\slash',
  'odd/😀',
  'odd/\ufb01x',
  'odd/=3D',
  'odd/é/e\u0301',
];
export const badKeys = [
  '',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  'a/./b',
  'a/../b',
  '../a',
  'a\0b',
  '\ud800',
  'k'.repeat(1_025),
];

export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

export function decoded(answer: GetAnswer): string {
  if (answer.kind !== 'found') throw new Error(`expected a body, got ${answer.kind}`);
  return new TextDecoder().decode(answer.body);
}

export function etagOf(answer: WriteAnswer | undefined): string {
  if (answer?.kind !== 'written') throw new Error(`expected written, got ${JSON.stringify(answer)}`);
  return answer.etag;
}
