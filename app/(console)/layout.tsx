/** The frame of every page of the console. It guards nothing and holds no facts: pages ask who is calling. */
import type { ReactNode } from 'react';
import { ConsoleShell } from './console-shell';

export default function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  return <ConsoleShell>{children}</ConsoleShell>;
}
