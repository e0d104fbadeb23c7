// @vitest-environment happy-dom
/** The views of status pages: what is unknown is grey, a secret stands once, and nothing typed is lost or sent by accident. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DataTable } from '@/components/ui/data-table';
import type { Incident, StatusLink, StatusPage, StatusTarget } from '@/lib/contracts/status-pages';
import { IncidentList } from './incident-list';
import { LevelPreview } from './level-preview';
import { LinkTable } from './link-table';
import { Meanwhile } from './meanwhile';
import { AddPreview, OnPages } from './on-pages';
import { type StatusPageRow, statusPageColumns } from './page-columns';
import { OpenPublic, PageFacts } from './page-facts';
import { SecretOnce } from './secret-once';
import { TargetPicker } from './target-picker';
import { TargetTable } from './target-table';

afterEach(cleanup);

const at = '2026-06-12T14:02:00.000Z';
const later = '2100-01-01T00:00:00.000Z';
const unnamed = { label: null, description: null };
const orders: StatusTarget = { kind: 'dataset', lake: 'prod', id: 'eu~orders.lance', ...unnamed };
const berlin: StatusTarget = { kind: 'serving', env: 'live', set: 'berlin', ...unnamed };
const link: StatusLink = {
  ...{ id: '0'.repeat(26), note: 'Acme', madeAt: at, madeBy: 'ann', expiresAt: later, revokedAt: null },
};
const incident: Incident = {
  ...{ id: '1'.repeat(26), kind: 'incident', title: 'Late', stage: 'identified', impact: 'degraded' },
  ...{ startsAt: at, endsAt: null, targets: [0, 7], postMortem: null },
  updates: [{ at, by: 'ann', text: '<b>We</b> look.' }],
};

function pageOf(over: Partial<StatusPageRow> = {}): StatusPageRow {
  return {
    ...{ slug: 'acme', title: 'Acme data', targets: [orders], level: 'labels', visibility: 'secret' },
    ...{ timeZone: 'UTC', canary: false, madeAt: at, madeBy: 'ann', changedAt: at, changedBy: 'ann' },
    ...{ revision: 3, changes: [], links: [], incidents: [] },
    now: { state: 'unknown', sentence: 'Nothing was sampled yet.', sampledAt: null },
    ...over,
  };
}

describe('the board', () => {
  const board = (row: StatusPageRow) => {
    render(
      <DataTable caption="Pages" columns={statusPageColumns} rows={[row]} rowKey={({ slug }) => slug} />,
    );
    return within(screen.getAllByRole('row')[1] as HTMLElement);
  };

  it('is grey where nothing was sampled, and counts what opens and what is open', () => {
    const links = [link, { ...link, id: 'b', expiresAt: at }, { ...link, id: 'c', revokedAt: at }];
    const planned: Incident = { ...incident, id: 'm', kind: 'maintenance', stage: 'planned' };
    const over: Incident = { ...incident, id: 'o', stage: 'resolved' };
    const row = board(pageOf({ links, incidents: [incident, planned, over] }));
    expect(row.getByText('Unknown').className).toBe('badge unk');
    expect(row.getByText('none yet')).toBeDefined();
    expect(row.getByRole('link', { name: 'Acme data' }).getAttribute('href')).toBe('/status-pages/acme');
    const cells = row.getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells.at(-1)).toBe('11 maintenance');
    expect(cells.at(-2)).toBe('1');
  });

  it.each([
    ['working', 'badge ok'],
    ['maintenance', 'badge maint'],
    ['degraded', 'badge warn'],
    ['down', 'badge stop'],
  ] as const)('%s is %s', (state, name) => {
    const row = board(pageOf({ now: { state, sentence: 'So it is.', sampledAt: at } }));
    expect(row.getAllByRole('cell')[0]?.querySelector('.badge')?.className).toBe(name);
    expect(row.getByText('So it is.')).toBeDefined();
  });
});

describe('the settings', () => {
  it('give the public addresses of a public page only', () => {
    const { container } = render(<PageFacts page={pageOf({ visibility: 'public' })} />);
    expect(container.textContent).toContain('/status/acme/badge.svg');
    cleanup();
    expect(render(<PageFacts page={pageOf()} />).container.textContent).not.toContain('/status/acme');
  });

  it('open a public page beside the console, and say why a secret one does not open', () => {
    render(<OpenPublic page={pageOf({ visibility: 'public' })} />);
    const open = screen.getByRole('link', { name: /Open public page/ });
    expect([open.getAttribute('href'), open.getAttribute('target')]).toEqual(['/status/acme', '_blank']);
    cleanup();
    render(<OpenPublic page={pageOf()} />);
    const button = screen.getByRole('button', { name: 'Open public page' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('data-tip')).toContain('secret');
  });

  it('mark the level of the page among the three', () => {
    render(<LevelPreview level="counts" />);
    const marked = screen
      .getAllByRole('listitem')
      .filter((one) => one.getAttribute('aria-current') === 'true');
    expect(marked.map((one) => one.textContent)).toEqual([expect.stringContaining('Counts, chosen here')]);
    expect(screen.getByText(/Never told, whatever the level: buckets/)).toBeDefined();
  });

  it('show what outsiders read in the place of each object', () => {
    render(<TargetTable targets={[orders, { ...berlin, label: 'Search' }]} level="labels" />);
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toContain('“Dataset” and a number');
    expect(rows[2]).toContain('SearchnoneSearch');
  });
});

describe('links', () => {
  it('offer revoking only while they open', () => {
    const links = [link, { ...link, id: 'b', expiresAt: at }, { ...link, id: 'c', revokedAt: at }];
    render(<LinkTable links={links} actionsOf={({ id }) => <button type="button">Revoke {id}</button>} />);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.querySelector('.badge')?.textContent)).toEqual([
      'Opens',
      'Expired',
      'Revoked',
    ]);
    expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
  });

  it('say that there are none', () => {
    render(<LinkTable links={[]} actionsOf={() => null} />);
    expect(screen.getByText(/No link was made/)).toBeDefined();
  });

  it('show a new address once, to copy, until it is said to be copied', () => {
    let closed = 0;
    const address = 'http://console/s/abc';
    render(
      <SecretOnce
        link={link}
        address={address}
        onClose={() => {
          closed += 1;
        }}
      />,
    );
    expect(screen.getByText(address)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy secret link' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'It is copied' }));
    expect(closed).toBe(1);
  });
});

describe('incidents', () => {
  it('stand with what is open first; what was written is shown as written, whatever it holds', () => {
    const over: Incident = {
      ...incident,
      id: 'o',
      title: 'Old',
      stage: 'resolved',
      postMortem: '# Why\n[x](javascript:1)',
    };
    const { container } = render(
      <IncidentList incidents={[over, incident]} targets={[orders]} actionsOf={() => null} />,
    );
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Late',
      'Old',
    ]);
    expect(screen.getAllByText('<b>We</b> look.')).toHaveLength(2);
    expect(container.textContent).toContain('Incident; what it touches is degraded: prod/eu/orders.lance');
    expect(container.textContent).toContain('[x](javascript:1)');
    expect(container.querySelector('a')).toBeNull();
  });
});

describe('a page that somebody changed meanwhile', () => {
  it('says who, and what, and goes on from there', () => {
    let taken = 0;
    const changes = [{ at, by: 'ben', what: 'changed the title' }];
    const newest: StatusPage = pageOf({ revision: 4, changedBy: 'ben', changes });
    render(
      <Meanwhile
        seen={pageOf()}
        newest={newest}
        onTake={() => {
          taken += 1;
        }}
      />,
    );
    expect(screen.getByRole('status').textContent).toContain('ben changed this page');
    expect(screen.getByText('ben changed the title')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Go on with the newest page' }));
    expect(taken).toBe(1);
  });
});

function Picker({ onSend }: { readonly onSend: () => void }) {
  const [targets, setTargets] = useState<readonly StatusTarget[]>([orders]);
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <TargetPicker
        {...{ targets, text, found: [orders, berlin], note: 'All that is known.' }}
        onTargets={setTargets}
        onText={setText}
      />
      <output>{JSON.stringify(targets)}</output>
    </form>
  );
}

describe('choosing what is on a page', () => {
  it('offers what is not on it, takes words for it, and takes it off again', () => {
    const { container } = render(<Picker onSend={() => undefined} />);
    const chosen = () => JSON.parse(container.querySelector('output')?.textContent ?? '') as StatusTarget[];
    expect(screen.queryByRole('button', { name: 'Add dataset prod/eu/orders.lance' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add serving set live/berlin' }));
    fireEvent.change(screen.getByLabelText('Label of live/berlin'), { target: { value: 'Search' } });
    expect(chosen()).toEqual([orders, { ...berlin, label: 'Search' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Take prod/eu/orders.lance off the page' }));
    expect(chosen()).toEqual([{ ...berlin, label: 'Search' }]);
  });

  it('never sends the form by Enter in its search', () => {
    render(<Picker onSend={() => undefined} />);
    const prevented = !fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
    expect(prevented).toBe(true);
    expect(fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a' })).toBe(true);
  });
});

describe('an object on other pages', () => {
  it('says on which, with the way there', () => {
    render(
      <OnPages
        pages={[
          { page: { slug: 'a', title: 'A' }, shown: 'itself' },
          { page: { slug: 'b', title: 'B' }, shown: 'lake' },
        ]}
        complete
        problem={null}
      />,
    );
    expect(screen.getByRole('link', { name: 'A' }).getAttribute('href')).toBe('/status-pages/a');
    expect(screen.getByText(/through its lake/)).toBeDefined();
    expect(screen.getByRole('note').textContent).not.toContain('not all');
  });

  it.each([
    ['read', true, null, null],
    ['read', false, null, 'On which status pages it is shown is not known: not all could be read.'],
    ['unread', false, null, 'On which status pages it is shown is not read yet.'],
    ['unread', false, 'No answer.', 'On which status pages it is shown is not known: No answer.'],
  ] as const)('on none while they are %s, complete: %s, %s', (read, complete, problem, says) => {
    const { container } = render(
      <OnPages pages={read === 'read' ? [] : null} complete={complete} problem={problem} />,
    );
    expect(container.textContent || null).toBe(says);
  });

  it('says that there may be more', () => {
    const pages = [{ page: { slug: 'a', title: 'A' }, shown: 'itself' }] as const;
    render(<OnPages pages={pages} complete={false} problem={null} />);
    expect(screen.getByRole('note').textContent).toBe('Shown onANot all status pages could be read.');
  });

  it('says what outsiders will read before it is added', () => {
    render(<AddPreview page={{ level: 'names', visibility: 'public' }} target={orders} />);
    const words = screen.getByRole('status').textContent;
    expect(words).toContain('Outsiders will read: orders.');
    expect(words).toContain('Everybody may open the page.');
  });
});
