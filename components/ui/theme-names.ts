/** The three themes and the cookie that tells the server which one this browser chose. */

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const THEME_COOKIE = 'vamplate-theme';

export function themeOf(value: string | null | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
