'use client';
/** Names the document after what is shown; set in the browser only, so that no reply to a stranger names a dataset. */
import { useEffect } from 'react';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const wanted = `${title} · Vamplate`;
    const set = () => {
      if (document.title !== wanted) document.title = wanted;
    };
    set();
    // The page's own general title may stream in after this one was set.
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
}
