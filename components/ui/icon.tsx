/** One glyph; it says nothing to a screen reader, the word beside it does. */
import { type IconName, iconPaths } from './icon-paths';

export interface IconProps {
  readonly name: IconName;
  readonly size?: 'md' | 'sm' | 'xs';
  readonly spin?: boolean;
}

export function Icon({ name, size = 'md', spin = false }: IconProps) {
  const sizeClass = size === 'md' ? '' : ` icon-${size}`;
  return (
    <svg
      className={`icon${sizeClass}${spin ? ' spin' : ''}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of icon-paths.ts, never data
      dangerouslySetInnerHTML={{ __html: iconPaths[name] }}
    />
  );
}
