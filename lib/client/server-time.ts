/** The server's time as its last answer stated it, for whoever shows ages. */

const listeners = new Set<(serverMs: number) => void>();

/** @param date the `Date` header of an answer */
export function heardServerTime(date: string | null): void {
  const ms = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(ms)) return;
  for (const listener of listeners) listener(ms);
}

export function onServerTime(listener: (serverMs: number) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
