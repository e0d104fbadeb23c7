/** Copies a text and says whether it is on the clipboard; says so aloud through the page's live region. */
import { announce } from './announce';

export async function copyText(text: string, what = 'Copied'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(what);
    return true;
  } catch {
    // No clipboard without a secure context or permission: the text stays selectable.
    announce('The browser does not allow copying here.');
    return false;
  }
}
