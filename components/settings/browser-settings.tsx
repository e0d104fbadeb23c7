'use client';
/** What this browser remembers: shortcuts, theme, time zone. Nothing of it is known to the server but the theme. */
import type { ReactNode } from 'react';
import {
  setShortcutsOn,
  setTheme,
  setZone,
  useShortcutsOn,
  useTheme,
  useZone,
} from '@/components/ui/preferences';

interface Option {
  readonly label: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Segment({ label, options }: { readonly label: string; readonly options: readonly Option[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: pressed buttons, not fields of a form
    <span className="segment" role="group" aria-label={label}>
      {options.map(({ label: word, chosen, onChoose }) => (
        <button key={word} type="button" aria-pressed={chosen} onClick={onChoose}>
          {word}
        </button>
      ))}
    </span>
  );
}

function Row({
  id,
  term,
  children,
}: {
  readonly id: string;
  readonly term: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt id={id}>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function BrowserSettings() {
  const on = useShortcutsOn();
  const theme = useTheme();
  const zone = useZone();
  return (
    <dl className="facts pad">
      <Row id="shortcuts" term="Single-letter shortcuts">
        <Segment
          label="Single-letter shortcuts"
          options={[
            { label: 'On', chosen: on, onChoose: () => setShortcutsOn(true) },
            { label: 'Off', chosen: !on, onChoose: () => setShortcutsOn(false) },
          ]}
        />{' '}
        <span className="caption">Ctrl K stays. No shortcut changes anything in a store.</span>
      </Row>
      <Row id="theme" term="Theme">
        <Segment
          label="Theme"
          options={(['system', 'light', 'dark'] as const).map((id) => ({
            label: id === 'system' ? 'As the system' : id === 'light' ? 'Light' : 'Dark',
            chosen: theme === id,
            onChoose: () => setTheme(id),
          }))}
        />
      </Row>
      <Row id="zone" term="Times in">
        <Segment
          label="Times in"
          options={[
            { label: 'UTC', chosen: zone === 'utc', onChoose: () => setZone('utc') },
            { label: 'This browser’s zone', chosen: zone === 'local', onChoose: () => setZone('local') },
          ]}
        />
      </Row>
    </dl>
  );
}
