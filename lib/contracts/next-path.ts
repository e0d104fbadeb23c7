/** Where signing in leads: only ever a page of this console. */

const HERE = 'http://console.invalid';

/** @returns the path with query and fragment, or `/` for anything that is not a page here */
export function nextPathOf(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.length > 4096) return '/';
  let url: URL;
  try {
    url = new URL(next, HERE);
  } catch {
    return '/';
  }
  // `//host` and `/\host` are other sites to a browser.
  if (url.origin !== HERE) return '/';
  if (/^\/(api|sign-in)(\/|$)/.test(url.pathname)) return '/';
  // A path that normalises to `//host` would be another site when it is followed.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}${url.hash}`;
}

/** The token of `#token=…`; null when the fragment carries none. */
export function tokenOfFragment(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}
