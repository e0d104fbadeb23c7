// @vitest-environment happy-dom
/** The dialog: the safe choice first, nothing ticked, nothing sent twice, a refusal that stays with its remedy. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { ActionDialog, type DialogQuestion, type Said } from './action-dialog';

const question: DialogQuestion = {
  title: 'Break the lock of brain?',
  consequences: ['Two may write.'],
  statements: [{ id: 'processStopped', words: 'The process is stopped.' }],
  asksReason: true,
  typedName: { name: '01M7MBR2', label: 'Full id of the lock' },
  submit: 'Break the lock',
  halt: true,
};

function open(more: { readonly error?: unknown; readonly question?: DialogQuestion } = {}) {
  const sent: Said[] = [];
  let answer = (): void => undefined;
  let refuse = (): void => undefined;
  const closed = { times: 0 };
  render(
    <ActionDialog
      question={more.question ?? question}
      where="prod/clusters"
      requestOf={({ typed }) => ({ method: 'POST', address: '/api/v1/locks/brain', body: { lockId: typed } })}
      pending={false}
      error={more.error ?? null}
      onSubmit={(said) => {
        sent.push(said);
        return new Promise<void>((resolve, reject) => {
          answer = resolve;
          refuse = () => reject(new Error('refused'));
        });
      }}
      onClose={() => {
        closed.times += 1;
      }}
    />,
  );
  return { sent, closed, answer: () => act(async () => answer()), refuse: () => act(async () => refuse()) };
}

const submit = () => screen.getByRole('button', { name: 'Break the lock' });
function say(): void {
  fireEvent.click(screen.getByLabelText('The process is stopped.'));
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'its machine is gone' } });
  fireEvent.change(screen.getByLabelText('Full id of the lock'), { target: { value: '01M7MBR2' } });
}

afterEach(cleanup);

describe('a dialog', () => {
  it('asks the real question and puts the focus on the safe choice', () => {
    open();
    expect(screen.getByRole('dialog', { name: 'Break the lock of brain?' })).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Cancel');
  });

  it('starts with nothing ticked, and says at the button what is missing', () => {
    const { sent } = open();
    expect(screen.getByLabelText<HTMLInputElement>('The process is stopped.').checked).toBe(false);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    expect(submit().getAttribute('data-tip')).toBe('Every statement must be ticked.');
    fireEvent.click(submit());
    fireEvent.submit(submit().closest('form') as HTMLFormElement);
    expect(sent).toEqual([]);
  });

  it('sends once, however often Enter is pressed before the answer', async () => {
    const { sent, answer, refuse } = open();
    say();
    const form = submit().closest('form') as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    fireEvent.submit(form);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ reason: 'its machine is gone', typed: '01M7MBR2' });
    await refuse();
    fireEvent.submit(form);
    expect(sent).toHaveLength(2);
    await answer();
    fireEvent.submit(form);
    expect(sent).toHaveLength(3);
  });

  it('takes no other name than the exact one', () => {
    open();
    say();
    fireEvent.change(screen.getByLabelText('Full id of the lock'), { target: { value: '01M7MBR' } });
    expect(submit().getAttribute('data-tip')).toBe('The name is not typed exactly.');
  });

  it('shows the same as an HTTP request, as it is filled in', () => {
    open();
    say();
    expect(screen.getByText(/\{"lockId":"01M7MBR2"\}/)).toBeDefined();
  });

  it('keeps a refusal with its reasons, their holders and the way out', () => {
    const reasons = [
      {
        ...{ code: 'tag', sentence: 'Tag best names it.', holder: 'best' },
        ...{ since: '2030-01-01T00:00:00.000Z', remedy: 'Delete or move it.' },
      },
      { kind: 'unreadable', subject: 'a report', sentence: 'A report cannot be read.' },
    ];
    open({
      error: new VamplateError('refused', 'It stays.', { reasons, requestId: '01REQ', stockCommand: 'x y' }),
    });
    const alert = screen.getByRole('alert');
    for (const words of [
      'It stays.',
      'Tag best names it.',
      'A report cannot be read.',
      'best',
      'Delete or move it.',
      '01REQ',
      'x y',
      'refused',
    ]) {
      expect(alert.textContent).toContain(words);
    }
  });
});

describe('fields', () => {
  const formOf = (title: string): DialogQuestion => ({
    title: 'What should change?',
    consequences: ['It is read at once.'],
    fields: [
      { id: 'title', label: 'Title', initial: title },
      { id: 'slug', label: 'Name', initial: 'a', wrong: (value) => (value === 'a b' ? 'No space.' : null) },
      { id: 'text', label: 'Text', lines: 3, optional: true },
    ],
    submit: 'Change it',
  });
  const shown = (title: string, lacks: (said: Said) => string | null = () => null) => (
    <ActionDialog
      question={formOf(title)}
      where="a page"
      requestOf={({ fields }) => ({ method: 'PATCH', address: '/x', body: fields })}
      pending={false}
      error={null}
      beside={({ fields }) => <p>Reads: {fields.title}</p>}
      lacks={lacks}
      onSubmit={() => new Promise(() => undefined)}
      onClose={() => undefined}
    />
  );
  const tip = () => screen.getByRole('button', { name: 'Change it' }).getAttribute('data-tip');
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(name), { target: { value } });

  it('keep what was typed and let the rest follow, when the question is read again', () => {
    const { rerender } = render(shown('old'));
    type(/^Text/, 'my words');
    rerender(shown('theirs'));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('theirs');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Text/).value).toBe('my words');
    expect(screen.getByText('Reads: theirs')).toBeDefined();
    type(/^Title/, 'mine');
    rerender(shown('theirs again'));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('mine');
  });

  it('say what is wrong where it is typed and at the button; one that may stay empty holds nothing up', () => {
    render(shown('old'));
    expect(tip()).toBeNull();
    type(/^Name/, 'a b');
    expect(tip()).toBe('No space.');
    expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('No space.').some((one) => one.className === 'hint stop')).toBe(true);
    type(/^Name/, '');
    expect(tip()).toBe('Name is missing.');
  });

  it('wait for what is missing beside them', () => {
    render(shown('old', ({ fields }) => (fields.text === '' ? 'Nothing is changed yet.' : null)));
    expect(tip()).toBe('Nothing is changed yet.');
    type(/^Text/, 'x');
    expect(tip()).toBeNull();
  });
});
