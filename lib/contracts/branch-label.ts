/** What to call the branch a control row belongs to: a namespace without a reference is never called main. */

/** @param row `branch` null means main only where `namespace` is `main` */
export function branchLabel(row: { readonly branch: string | null; readonly namespace: string }): string {
  if (row.branch !== null) return row.branch;
  return row.namespace === 'main' ? 'main' : `namespace ${row.namespace.slice(0, 8)}, no branch`;
}
