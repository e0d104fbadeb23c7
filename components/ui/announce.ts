/** Texts for the page's polite live region; the region takes the newest one. */

const listeners = new Set<(text: string) => void>();

export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

export function onAnnounce(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
