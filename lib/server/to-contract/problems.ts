/** What kept a body from being read, in words; null when it was read. */
import type { BodyOf } from '@/lib/engine/control/control-entries';

export function problemOf(body: BodyOf<unknown>): string | null {
  switch (body.kind) {
    case 'read':
      return null;
    case 'corrupt':
      return `Its content does not parse: ${body.reason}.`;
    case 'unreadable':
      return `Its content could not be read: ${body.reason}.`;
    case 'vanished':
      return 'It was listed, and gone when it was read.';
  }
}
