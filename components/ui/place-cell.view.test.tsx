// @vitest-environment happy-dom
/** Where a row's version leads, and where it must not. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VersionCell } from './place-cell';

afterEach(cleanup);
const row = { lake: 'demo', dataset: 'a b.lance' };

describe('VersionCell', () => {
  it('links main and branches to their own pages', () => {
    render(<VersionCell row={row} version="7" branch={null} namespace="main" />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/datasets/demo/a%20b.lance/versions/7');
    cleanup();
    render(<VersionCell row={row} version="7" branch="exp/1" namespace="0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f" />);
    expect(screen.getByRole('link').getAttribute('href')).toContain('?branch=exp%2F1');
  });

  it('never takes the namespace of a branch that is gone for main', () => {
    render(<VersionCell row={row} version="7" branch={null} namespace="0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f" />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(/namespace 0b7e6c0f, no branch/)).toBeTruthy();
  });
});
