/** What this browser remembers for its user: time zone and shortcuts in localStorage, theme in a cookie for the server. */
import { useSyncExternalStore } from 'react';
import type { Zone } from './format-instant';
import { THEME_COOKIE, type Theme, themeOf } from './theme-names';

const listeners = new Set<() => void>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be switched off; the defaults hold then.
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then lasts as long as nothing asks again.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const ZONE = 'vamplate.zone';
const SHORTCUTS = 'vamplate.shortcuts';

const zoneNow = (): Zone => (read(ZONE) === 'local' ? 'local' : 'utc');
const shortcutsNow = () => read(SHORTCUTS) !== 'off';

/** UTC unless this browser chose its own zone. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, zoneNow, () => 'utc');
}

export function setZone(zone: Zone): void {
  write(ZONE, zone);
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, shortcutsNow, () => true);
}

export function setShortcutsOn(on: boolean): void {
  write(SHORTCUTS, on ? 'on' : 'off');
}

const themeNow = (): Theme => themeOf(document.documentElement.dataset.theme);

/** The theme the page was rendered with or that was chosen since. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, themeNow, () => 'system');
}

/** Applies at once and lets the server render the next page with it. */
export function setTheme(theme: Theme): void {
  const year = 365 * 24 * 60 * 60;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${year}; SameSite=Lax`;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
