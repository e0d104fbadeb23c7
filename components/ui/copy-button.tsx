'use client';
/** Copies an id, an address or a detail; the glyph turns into a tick for as long as it takes to see it. */
import { useEffect, useState } from 'react';
import { copyText } from './copy-text';
import { IconButton } from './icon-button';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in `Copy dataset address`. */
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <IconButton
      small
      icon={done ? 'check' : 'copy'}
      label={label}
      onClick={async () => setDone(await copyText(text))}
    />
  );
}
