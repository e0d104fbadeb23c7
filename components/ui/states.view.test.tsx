// @vitest-environment happy-dom
/** The six states of a panel are six different things to see and to hear, and each offers what can be done. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { Answered } from './answered';
import { Loading } from './loading';
import { Panel } from './panel';
import { Empty, Failed, NoMatches, NotPermitted, Unsupported } from './states';

afterEach(cleanup);

const unavailable = new VamplateError('unavailable', 'The store of demo does not answer.', {
  requestId: 'r-17',
});

function Broken(): never {
  throw new Error('bad row');
}

function answer(over: { data?: string; error?: unknown }) {
  return { data: undefined, error: null, refetch: vi.fn(), ...over };
}

describe('the six states', () => {
  it('loading is busy, says what it reads, and holds the rows open', () => {
    const { container } = render(<Loading what="leases" rows={7} />);
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Reading leases.')).toBeDefined();
    expect(container.querySelectorAll('.skeleton > i')).toHaveLength(7);
  });

  it('empty says what is true and offers no clearing', () => {
    render(<Empty says="No dataset that was read holds a lease." />);
    expect(screen.getByText('No dataset that was read holds a lease.')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('filtered to nothing clears by a link that also works by a plain click', () => {
    const onClear = vi.fn();
    render(<NoMatches says="No lease matches these filters." clearHref="/leases" onClear={onClear} />);
    const link = screen.getByRole('link', { name: 'Clear filters' });
    expect(link.getAttribute('href')).toBe('/leases');
    fireEvent.click(link);
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('not permitted and unsupported are no alarms', () => {
    render(<NotPermitted says="This needs the role operator." />);
    render(<Unsupported says="This store has no conditional delete." />);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/Ask an administrator/)).toBeDefined();
  });

  it('failed carries sentence, code, request id, a way to try again and a detail to copy', () => {
    const onRetry = vi.fn();
    render(<Failed error={unavailable} onRetry={onRetry} />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The store of demo does not answer.');
    expect(alert.textContent).toContain('unavailable');
    expect(alert.textContent).toContain('r-17');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Copy detail' })).toBeDefined();
  });
});

describe('an answer', () => {
  it('that has not come is loading', () => {
    render(
      <Answered answer={answer({})} what="lakes">
        {(data: string) => data}
      </Answered>,
    );
    expect(screen.getByText('Reading lakes.')).toBeDefined();
  });

  it.each([
    ['forbidden', 'Ask an administrator'],
    ['unsupported', 'It cannot.'],
    ['not_found', 'Try again'],
  ] as const)('that failed as %s shows that state', (kind, text) => {
    const { container } = render(
      <Answered answer={answer({ error: new VamplateError(kind, 'It cannot.') })} what="lakes">
        {(data: string) => data}
      </Answered>,
    );
    expect(container.textContent).toContain(text);
    expect(container.querySelector('[role="alert"]') !== null).toBe(kind === 'not_found');
  });

  it('that was good stays when the next read fails, and says so', () => {
    render(
      <Answered answer={answer({ data: 'nine leases', error: unavailable })} what="leases">
        {(data: string) => <p>{data}</p>}
      </Answered>,
    );
    expect(screen.getByText('nine leases')).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain('last good answer');
  });
});

describe('a panel', () => {
  const meta = {
    readAt: '2026-06-12T14:02:00.000Z',
    storeTime: null,
    requests: 12,
    bytes: 100,
    complete: false,
    notes: ['Stopped after 1,000 files.'],
  };

  it('is named by its title, prints cost, and says what is missing', () => {
    render(
      <Panel title="Leases" meta={meta}>
        <p>rows</p>
      </Panel>,
    );
    const region = screen.getByRole('region', { name: 'Leases' });
    expect(region.textContent).toContain('12 requests');
    expect(screen.getByRole('note').textContent).toContain('Stopped after 1,000 files.');
  });

  it('that throws fails alone', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <>
        <Panel title="Broken">
          <Broken />
        </Panel>
        <Panel title="Whole">
          <p>still here</p>
        </Panel>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toContain('could not be drawn');
    expect(screen.getByText('still here')).toBeDefined();
    quiet.mockRestore();
  });
});
