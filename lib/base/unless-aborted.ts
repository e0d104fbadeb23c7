/** Waiting for work that nobody needs any more once a signal says so. */

/** @returns null once it is aborted: the work goes on by itself, and what becomes of it is told to nobody */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let leave = () => {};
  const left = new Promise<null>((resolve) => {
    leave = () => resolve(null);
  });
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
