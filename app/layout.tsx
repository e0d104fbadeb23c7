/** The document: its theme comes from a cookie, so the first paint is right; its nonce goes to whoever adds styles. */
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { THEME_COOKIE, themeOf } from '@/components/ui/theme-names';
import { nonceHeader } from '@/lib/server/http/page-headers';
import { Providers } from './providers';
import './styles/globals.css';

export const metadata: Metadata = {
  title: { default: 'Vamplate', template: '%s · Vamplate' },
  description: 'Every version has a stated reason to live, and no button can surprise you.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f7f8' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0f12' },
  ],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const nonce = (await headers()).get(nonceHeader) ?? undefined;
  return (
    <html lang="en" {...(theme === 'system' ? {} : { 'data-theme': theme })}>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
