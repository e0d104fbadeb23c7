/** What the specification proposes and no source confirms, said where it shows: a stock binary may do it otherwise. */
import type { ReactNode } from 'react';

export function Proposed({ children }: { readonly children: ReactNode }) {
  return (
    <p className="panel-foot" role="note">
      <b>Proposed</b>, not confirmed by any source: {children}
    </p>
  );
}
