/** The six tones of the status vocabulary and the glyph each carries when no noun's own glyph fits better. */
import type { IconName } from './icon-paths';

export type Tone = 'ok' | 'warn' | 'stop' | 'run' | 'maint' | 'unk';

export const toneIcon: Readonly<Record<Tone, IconName>> = {
  ok: 'ok',
  warn: 'warn',
  stop: 'stop',
  run: 'run',
  maint: 'maint',
  unk: 'unk',
};
