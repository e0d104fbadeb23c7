/** Moments as a person types them, in UTC: `2030-01-01T09:00` and the instant it means. */

/** @param value of a `datetime-local` field @returns null when it names no moment */
export function instantOf(value: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value)) return null;
  const at = Date.parse(`${value}Z`);
  if (Number.isNaN(at)) return null;
  const iso = new Date(at).toISOString();
  // The 30th of February would otherwise be a day in March.
  return iso.startsWith(value) ? iso : null;
}

/** The value of a `datetime-local` field, whole minutes. */
export function momentOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16);
}

export function momentProblem(value: string): string | null {
  return instantOf(value) === null ? 'A day and a time are expected, as in 2030-01-01T09:00.' : null;
}
