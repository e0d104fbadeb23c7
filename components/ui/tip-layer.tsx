'use client';
/** One tip for every element with `data-tip`: on hover and focus, hoverable itself, gone with Escape (WCAG 1.4.13). */
import { useEffect, useRef, useState } from 'react';

interface Tip {
  readonly target: HTMLElement;
  readonly text: string;
}

const ID = 'tip';
const LEAVE_MS = 120;
const GAP = 6;

function tipOf(node: EventTarget | null): HTMLElement | null {
  return node instanceof Element ? node.closest<HTMLElement>('[data-tip]') : null;
}

/** Below the target where it fits, above otherwise, always inside the window. */
function place(tip: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + size.height < window.innerHeight ? below : at.top - GAP - size.height;
  const left = Math.min(Math.max(8, at.left), window.innerWidth - size.width - 8);
  tip.style.top = `${Math.max(4, top)}px`;
  tip.style.left = `${Math.max(8, left)}px`;
}

export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target)) return clearTimeout(leaving);
      const target = tipOf(event.target);
      const text = target?.dataset.tip;
      if (!target || !text) return;
      clearTimeout(leaving);
      setTip({ target, text });
    };
    const hide = () => {
      clearTimeout(leaving);
      leaving = setTimeout(() => setTip(null), LEAVE_MS);
    };
    const gone = () => {
      clearTimeout(leaving);
      setTip(null);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') gone();
    };
    const passive = { passive: true, capture: true } as const;
    document.addEventListener('pointerover', show, passive);
    document.addEventListener('pointerout', hide, passive);
    document.addEventListener('focusin', show);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', onEscape);
    document.addEventListener('scroll', gone, passive);
    return () => {
      clearTimeout(leaving);
      document.removeEventListener('pointerover', show, passive);
      document.removeEventListener('pointerout', hide, passive);
      document.removeEventListener('focusin', show);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', onEscape);
      document.removeEventListener('scroll', gone, passive);
    };
  }, []);

  useEffect(() => {
    if (tip === null || box.current === null) return;
    place(box.current, tip.target);
    // A label that says the same needs no second reading.
    if (tip.target.getAttribute('aria-label') || tip.target.hasAttribute('aria-describedby')) return;
    tip.target.setAttribute('aria-describedby', ID);
    return () => tip.target.removeAttribute('aria-describedby');
  }, [tip]);

  return tip === null ? null : (
    <div ref={box} id={ID} role="tooltip" className="tip">
      {tip.text}
    </div>
  );
}
