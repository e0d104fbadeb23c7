// @vitest-environment happy-dom
/** Words beside colours, exact values behind short ones, refusals that can be read, links that stay links. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Age, Remaining } from './age';
import { announce } from './announce';
import { Badge } from './badge';
import { Button } from './button';
import { Bytes, Count } from './figures';
import { FilterChip, FilterText } from './filter-bar';
import { LiveRegion } from './live-region';
import { ReadAge } from './read-age';
import { TipLayer } from './tip-layer';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-12T14:02:00.000Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a badge has tone, glyph and word', () => {
  const { container } = render(<Badge tone="stop">Refusing</Badge>);
  expect(container.querySelector('.badge.stop svg')).not.toBeNull();
  expect(container.textContent).toBe('Refusing');
});

describe('times', () => {
  it('tick on one clock and carry the absolute instant', () => {
    render(<Age at="2026-06-12T14:01:56.000Z" />);
    const button = screen.getByRole('button', { name: '4 s ago' });
    expect(button.dataset.tip).toBe('12 Jun 2026 14:01:56 UTC');
    act(() => vi.advanceTimersByTime(3000));
    expect(button.textContent).toBe('7 s ago');
  });

  it('count down past their end', () => {
    render(<Remaining at="2026-06-12T14:02:02.000Z" />);
    expect(screen.getByRole('button').textContent).toBe('2 s left');
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.getByRole('button').textContent).toBe('ended 3 s ago');
  });

  it('that are not known say so', () => {
    render(<Age at={null} />);
    expect(screen.getByText('not known')).toBeDefined();
  });
});

it('the age of a read turns amber, in words, past a minute', () => {
  const meta = {
    readAt: '2026-06-12T14:01:56.000Z',
    storeTime: null,
    requests: 1,
    bytes: 0,
    complete: true,
    notes: [],
  };
  const { container } = render(<ReadAge meta={meta} />);
  expect(container.textContent).toBe('read 4 s ago, 1 request');
  act(() => vi.advanceTimersByTime(60_000));
  expect(container.textContent).toBe('old data, read 64 s ago, 1 request');
  expect(container.querySelector('.age.old')).not.toBeNull();
});

describe('figures', () => {
  it('are exact on hover and never zero when not known', () => {
    render(<Bytes bytes={31_600_000_000} />);
    expect(screen.getByRole('button').dataset.tip).toBe('31,600,000,000 bytes');
    const { container } = render(<Count value={null} unknown="not read" />);
    expect(container.textContent).toBe('not read');
  });
});

describe('a button', () => {
  it('that is refused stays, says why, and does nothing', () => {
    const onClick = vi.fn();
    render(
      <Button refusal="It needs the role operator." onClick={onClick}>
        Probe
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Probe' });
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('It needs the role operator.');
  });

  it('that is pending is not pressed twice', () => {
    const onClick = vi.fn();
    render(
      <Button pending onClick={onClick}>
        Probe
      </Button>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(onClick).not.toHaveBeenCalled();
  });
});

describe('filters', () => {
  it('are links: a plain click stays, any other follows', () => {
    const onSelect = vi.fn();
    render(
      <FilterChip href="/leases?state=active" current onSelect={onSelect}>
        Active
      </FilterChip>,
    );
    const link = screen.getByRole('link', { name: 'Active' });
    expect(link.getAttribute('aria-current')).toBe('true');
    fireEvent.click(link, { ctrlKey: true });
    expect(onSelect).not.toHaveBeenCalled();
    fireEvent.click(link);
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('apply typed text once it rests, and follow the address', () => {
    const onChange = vi.fn();
    const { rerender } = render(<FilterText label="Name" value="" onChange={onChange} />);
    const field = screen.getByLabelText<HTMLInputElement>('Name');
    fireEvent.change(field, { target: { value: 'ev' } });
    fireEvent.change(field, { target: { value: 'events ' } });
    act(() => vi.advanceTimersByTime(1000));
    expect(onChange.mock.calls).toEqual([['events']]);
    rerender(<FilterText label="Name" value="users" onChange={onChange} />);
    expect(field.value).toBe('users');
  });
});

it('the live region says the newest of a burst, and is quiet between', () => {
  render(<LiveRegion />);
  act(() => {
    announce('one');
    announce('two');
    announce('three');
  });
  expect(screen.getByRole('status').textContent).toBe('one');
  act(() => vi.advanceTimersByTime(3000));
  expect(screen.getByRole('status').textContent).toBe('three');
});

describe('a tip', () => {
  it('shows on focus, describes its target, and leaves with Escape', () => {
    render(
      <>
        <Bytes bytes={1_500_000} />
        <TipLayer />
      </>,
    );
    const target = screen.getByRole('button');
    fireEvent.focusIn(target);
    const tip = screen.getByRole('tooltip');
    expect(tip.textContent).toBe('1,500,000 bytes');
    expect(target.getAttribute('aria-describedby')).toBe(tip.id);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(target.hasAttribute('aria-describedby')).toBe(false);
  });
});
