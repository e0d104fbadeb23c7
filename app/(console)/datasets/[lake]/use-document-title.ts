'use client';
/** Names the document after what is shown; set in the browser only, so that no reply to a stranger names a dataset. */
import { useEffect } from 'react';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vamplate`;
  }, [title]);
}
