// @vitest-environment happy-dom
/** The HTTP request that a dialog shows is the one that it sends, to the byte. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { deleteTagQuestion } from '@/components/references/reference-questions';
import type { ReferenceRow } from '@/lib/contracts/control';
import { ActDialog } from './act-dialog';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('is sent as it is shown', async () => {
  const sent: { method: string; address: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: string }) => {
    sent.push({ method, address, body: JSON.parse(body) });
    return Response.json({ error: { code: 'refused', message: 'It stays.', details: {} } }, { status: 422 });
  });
  const row = { kind: 'tag', name: 'bést/1', targetVersion: '7', exclusiveBytes: null } as ReferenceRow;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActDialog
        name="deleteTag"
        place={{ lake: 'prod', dataset: 'eu~orders.lance' }}
        question={deleteTagQuestion(row, null)}
        inputOf={({ reason }) => ({
          params: { lake: 'prod', id: 'eu~orders.lance', tag: row.name },
          body: { etag: '"e1"', reason },
        })}
        onDone={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const dialog = screen.getByRole('dialog');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'it is over' } });
  const shown = dialog.querySelector('.same-request')?.textContent ?? '';
  await act(async () => fireEvent.submit(dialog.querySelector('form') as HTMLFormElement));
  expect(sent).toEqual([
    {
      ...{ method: 'DELETE', address: '/api/v1/datasets/prod/eu~orders.lance/tags/b%C3%A9st%2F1' },
      body: { etag: '"e1"', reason: 'it is over' },
    },
  ]);
  for (const { method, address, body } of sent) {
    expect(shown).toContain(`${method} ${address}`);
    expect(JSON.parse(shown.slice(shown.indexOf('{'), shown.lastIndexOf('}') + 1))).toEqual(body);
  }
});
