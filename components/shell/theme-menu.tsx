'use client';
/** Light, dark, or as the system has it; remembered in a cookie, so the next page is right from its first paint. */
import { IconButton } from '@/components/ui/icon-button';
import type { IconName } from '@/components/ui/icon-paths';
import { LazyMenu } from '@/components/ui/lazy-menu';
import { setTheme, useTheme } from '@/components/ui/preferences';
import { type Theme, themes } from '@/components/ui/theme-names';

const words: Readonly<Record<Theme, { label: string; icon: IconName }>> = {
  system: { label: 'As the system', icon: 'theme' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
};

export function ThemeMenu() {
  const theme = useTheme();
  return (
    <LazyMenu
      heading="Theme"
      choices={themes.map((id) => ({
        id,
        ...words[id],
        chosen: id === theme,
        onSelect: () => setTheme(id),
      }))}
      trigger={(props) => <IconButton icon="theme" label="Theme" aria-haspopup="menu" {...props} />}
    />
  );
}
