// @vitest-environment happy-dom
/** Where reading of the journal stopped is said beside what was found, and nothing is said where it was read to its end. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListAddress } from '../use-list-address';
import { JournalBoard } from './journal-board';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const address: ListAddress = {
  ...{ filters: { lake: null, q: 'nobody', kind: null, state: null }, query: { q: 'nobody' } },
  ...{ filtered: true, sort: null, onSort: () => undefined, hrefOf: () => '' },
  ...{ onChange: () => undefined, clearHref: '', onClear: () => undefined },
};
const at = '2030-01-01T00:00:00.000Z';
const meta = { readAt: at, storeTime: null, requests: 3, bytes: 9, complete: true, notes: [] };

function show(reply: object) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ items: [], meta, ...reply });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <JournalBoard address={address} within={{}} empty="Nobody has changed anything." />
    </QueryClientProvider>,
  );
  return asked;
}

it('says where it stopped after how many lines, and that older ones may fit', async () => {
  const asked = show({ nextCursor: 'on', linesRead: 1_000, stoppedAt: at });
  const told = await screen.findByText(/^Reading stopped at/);
  expect(told.textContent).toMatch(/2030.* after 1000 lines: older ones may fit the filter/);
  expect(told.querySelector('time')?.getAttribute('datetime')).toBe(at);
  expect(asked[0]).toContain('actor=nobody');
});

it('says nothing of it where everything was read', async () => {
  show({ nextCursor: null, linesRead: 12, stoppedAt: null });
  await screen.findByText(/No line matches/);
  expect(screen.queryByText(/^Reading stopped/)).toBeNull();
});
