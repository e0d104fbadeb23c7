// @vitest-environment happy-dom
/** Telling of incidents: what was ticked stays the same object, nothing is told twice, nothing of another is overwritten unseen. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionQuery } from '@/lib/client/queries/session';
import type { Incident, StatusPage, StatusTarget } from '@/lib/contracts/status-pages';
import { IncidentsPanel } from './incidents-panel';

const at = '2030-01-01T00:00:00.000Z';
const lake = (id: string): StatusTarget => ({ kind: 'lake', lake: id, label: null, description: null });
const slow: Incident = {
  ...{ id: '1'.repeat(26), kind: 'incident', title: 'Slow', stage: 'identified', impact: 'degraded' },
  ...{ startsAt: at, endsAt: null, targets: [0], postMortem: 'First.' },
  updates: [{ at, by: 'ann', text: 'We look.' }],
};
const page: StatusPage = {
  ...{ slug: 'acme', title: 'Acme', targets: [lake('a'), lake('b')], level: 'names', visibility: 'public' },
  ...{ timeZone: 'UTC', canary: false, madeAt: at, madeBy: 'ann', changedAt: at, changedBy: 'ann' },
  ...{ revision: 3, changes: [], links: [], incidents: [slow] },
};
const moved: StatusPage = {
  ...{ ...page, revision: 4, changedBy: 'ben', targets: [lake('c'), lake('b')] },
  ...{ changes: [{ at, by: 'ben', what: 'changed what is on it' }] },
  incidents: [{ ...slow, postMortem: 'Second.', targets: [] }],
};

/** Bodies as they reached the network, which loses every answer. */
let sent: Record<string, unknown>[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    throw new TypeError('the answer was lost');
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(button: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData<unknown>(sessionQuery().queryKey, { caller: { role: 'admin' } });
  const shown = (of: StatusPage) => (
    <QueryClientProvider client={client}>
      <IncidentsPanel page={of} />
    </QueryClientProvider>
  );
  const { rerender } = render(shown(page));
  fireEvent.click(screen.getByRole('button', { name: button }));
  return { polled: (of: StatusPage) => rerender(shown(of)) };
}

function type(label: RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

async function send(name: string, nth: number): Promise<Record<string, unknown>> {
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(sent).toHaveLength(nth));
  await screen.findByRole('alert');
  return sent.at(-1) ?? {};
}

const goOn = () => fireEvent.click(screen.getByRole('button', { name: 'Go on with the newest page' }));

describe.each([
  ['Tell of an incident…', 'Tell of incident', /^First update/],
  ['Plan maintenance…', 'Plan maintenance', /^What is done/],
] as const)('%s', (button, submit, text) => {
  it('names the page it was ticked on, and follows the newest only when asked', async () => {
    const { polled } = open(button);
    type(/^Title/, 'Late');
    type(text, 'We look.');
    fireEvent.click(screen.getByLabelText('a'));
    fireEvent.click(screen.getByLabelText('b'));
    polled(moved);
    expect(await send(submit, 1)).toMatchObject({ revision: 3, targets: [0, 1] });
    goOn();
    expect(screen.getByText(/^a is on the page no more/)).toBeTruthy();
    expect(await send(submit, 2)).toMatchObject({ revision: 4, targets: [1], title: 'Late' });
  });

  it('is sent again under the key it was opened with, and told anew under another', async () => {
    open(button);
    type(/^Title/, 'Late');
    type(text, 'We look.');
    const first = await send(submit, 1);
    const second = await send(submit, 2);
    expect(first.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(second.idempotencyKey).toBe(first.idempotencyKey);
    cleanup();
    open(button);
    type(/^Title/, 'Late');
    type(text, 'We look.');
    expect((await send(submit, 3)).idempotencyKey).not.toBe(first.idempotencyKey);
  });
});

describe.each([
  ['Add an update: Slow…', 'Add update', /^Update/],
  ['Resolve: Slow…', 'Resolve incident', /^Last update/],
] as const)('%s', (button, submit, text) => {
  it('is told once, and names the page it was seen on', async () => {
    const { polled } = open(button);
    type(text, 'It goes on.');
    polled(moved);
    const first = await send(submit, 1);
    expect(first).toMatchObject({ revision: 3, text: 'It goes on.' });
    expect(first.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    goOn();
    expect(await send(submit, 2)).toEqual({ ...first, revision: 4 });
  });
});

describe('a post-mortem', () => {
  it('never replaces unseen what another wrote: it stands beside what was typed', async () => {
    const { polled } = open('Change the post-mortem: Slow…');
    type(/^Post-mortem/, 'Mine.');
    polled(moved);
    expect(await send('Save post-mortem', 1)).toMatchObject({ revision: 3, postMortem: 'Mine.' });
    goOn();
    const there = screen.getByText(/^What stands there now/).closest('figure');
    expect(there?.textContent).toContain('Second.');
    expect(await send('Save post-mortem', 2)).toMatchObject({ revision: 4, postMortem: 'Mine.' });
  });
});
