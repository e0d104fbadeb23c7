'use client';
/** The one polite live region: at most one text every three seconds, the newest; streamed changes never chatter. */
import { useEffect, useState } from 'react';
import { onAnnounce } from './announce';

const QUIET_MS = 3000;

export function LiveRegion() {
  const [text, setText] = useState('');
  useEffect(() => {
    let waiting: string | null = null;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const rest = () => {
      timer = null;
      if (waiting === null) return;
      say(waiting);
      waiting = null;
    };
    const say = (next: string) => {
      setText(next);
      timer = setTimeout(rest, QUIET_MS);
    };
    const stop = onAnnounce((next) => {
      if (timer === null) say(next);
      else waiting = next;
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return (
    <div className="sr" role="status" aria-live="polite">
      {text}
    </div>
  );
}
