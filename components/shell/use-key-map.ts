/** Listens for keys on the whole page and hands out what they mean. */
import { useEffect, useRef } from 'react';
import { type Command, meaningOf, type Press, type Waiting } from './key-map';

/** G waits this long for the noun. */
const WAIT_MS = 1500;

export function useKeyMap(on: boolean, run: (command: Command) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  useEffect(() => {
    let waiting: Waiting = 'none';
    /** By the clock of the presses themselves: a page that is busy between two of them changes nothing. */
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
      const before = event.timeStamp - pressedAt <= WAIT_MS ? waiting : 'none';
      const meaning = meaningOf(before, pressOf(event), on);
      waiting = meaning.waiting;
      pressedAt = event.timeStamp;
      if (meaning.command === null) return;
      event.preventDefault();
      latest.current(meaning.command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [on]);
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta';
}

function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    typing: isTyping(event.target),
    covered: document.querySelector('[role="dialog"], [role="menu"]') !== null,
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
