/** The first state of a panel: it holds the rows open and says what is being read. */

/** Keeps the layout of what it stands for. @param rows how many rows to hold open */
export function Loading({ what, rows = 5, tall = false }: { what: string; rows?: number; tall?: boolean }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr">Reading {what}.</span>
      <div className={tall ? 'skeleton tall' : 'skeleton'} aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <i key={row} />
        ))}
      </div>
    </div>
  );
}
