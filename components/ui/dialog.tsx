'use client';
/** A dialog over the page: focus goes in, stays in and comes back; Escape closes. */
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from './icon-button';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** One sentence for screen readers, when the body does not start with it. */
  readonly description?: string;
  /** The body draws its own head: the title is for screen readers only. */
  readonly bare?: boolean;
  readonly className?: string;
  /** Where the focus goes first; the first control otherwise. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, bare, className, initialFocus, children } = props;
  const before = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={className ? `dialog ${className}` : 'dialog'}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            if (initialFocus === undefined) return;
            event.preventDefault();
            initialFocus.current?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            // Opened by a key there is no trigger, and without one the focus would be lost.
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {bare ? (
            <Radix.Title className="sr">{title}</Radix.Title>
          ) : (
            <div className="dialog-head">
              <Radix.Title>{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon="close" label="Close" shortcut="Esc" small />
              </Radix.Close>
            </div>
          )}
          {description ? <Radix.Description className="sr">{description}</Radix.Description> : null}
          {bare ? children : <div className="dialog-body">{children}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
