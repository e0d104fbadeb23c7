'use client';
/** Filters that live in the address: each choice is a link, so it can be opened, copied and sent. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { isPlain } from './anchor';
import { Icon } from './icon';
import type { IconName } from './icon-paths';

export interface FilterChipProps {
  readonly href: string;
  readonly current: boolean;
  /** Called instead of a page load on a plain click. */
  readonly onSelect?: () => void;
  readonly icon?: IconName;
  readonly count?: number;
  readonly children: ReactNode;
}

export function FilterChip({ href, current, onSelect, icon, count, children }: FilterChipProps) {
  return (
    <a
      href={href}
      className="filter"
      aria-current={current ? 'true' : undefined}
      onClick={(event) => {
        if (!onSelect || !isPlain(event)) return;
        event.preventDefault();
        onSelect();
      }}
    >
      {icon ? <Icon name={icon} size="xs" /> : null}
      {children}
      {count === undefined ? null : <span className="n">{count}</span>}
    </a>
  );
}

export function FilterGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, these are links
    <div className="group" role="group" aria-label={label}>
      {children}
    </div>
  );
}

export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className="filters">{children}</div>;
}

export interface FilterTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const SETTLE_MS = 250;

/** Free text, applied once the typing rests; `/` goes here. */
export function FilterText({ label, value, onChange }: FilterTextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text.trim()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <span className="group">
      <label htmlFor={id} className="sr">
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        maxLength={256}
        value={text}
        data-search=""
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  );
}
