/** Signing in: the one page open to nobody; it shows nothing of any lake. */
import type { Metadata } from 'next';
import { signInWays } from '@/lib/server/auth/sign-in-ways';
import { findCallerOfPage } from '@/lib/server/context';
import { runtime } from '@/lib/server/runtime';
import { SignInScreen } from './sign-in-screen';

export const metadata: Metadata = { title: 'Sign in', referrer: 'no-referrer' };

export default async function SignInPage() {
  const caller = await findCallerOfPage();
  return <SignInScreen actor={caller?.actor ?? null} ways={signInWays(runtime())} />;
}
