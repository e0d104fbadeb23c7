/** Moves to a page of the console without loading the document anew, once the frame has said how. */

export interface Navigator {
  push(href: string): void;
  prefetch(href: string): void;
}

let navigator: Navigator | null = null;

/** @returns takes it back */
export function setNavigator(next: Navigator): () => void {
  navigator = next;
  return () => {
    if (navigator === next) navigator = null;
  };
}

/** @returns false when nobody has said how: then the browser follows the link itself */
export function navigate(href: string): boolean {
  navigator?.push(href);
  return navigator !== null;
}

export function prefetch(href: string): void {
  navigator?.prefetch(href);
}
