/** Counts what a watcher of locks asks of an S3 server; anything but a look's two requests is an error, as is a root left out. */

export interface LookTally {
  /** One request, as a proxy hears of it. */
  readonly note: (method: string, path: string) => void;
  begin(): void;
  /** @throws when there was any other request, or a root whose reads and listings differ by more than the one under way */
  end(roots: readonly string[]): { readonly requests: number };
}

export function lookTally(): LookTally {
  const reads = new Map<string, number>();
  const listings = new Map<string, number>();
  const others: string[] = [];
  let counting = false;

  function note(method: string, path: string): void {
    if (!counting) return;
    const text = decodeURIComponent(path);
    const read = /\/([^/]+)\/__cluster\/lock\.json(?:\?|$)/.exec(text)?.[1];
    const listed = /[?&]prefix=(?:[^&]*\/)?([^/&]+)\/__cluster\/lease\/[^/&]+\/(?:&|$)/.exec(text)?.[1];
    if (method === 'GET' && read !== undefined) reads.set(read, (reads.get(read) ?? 0) + 1);
    else if (method === 'GET' && listed !== undefined) listings.set(listed, (listings.get(listed) ?? 0) + 1);
    else others.push(`${method} ${text}`);
  }

  return {
    note,
    begin() {
      counting = true;
    },
    end(roots) {
      counting = false;
      if (others.length > 0) throw new Error(`${others.length} requests are no look, such as ${others[0]}`);
      let requests = 0;
      for (const root of roots) {
        const [read, listed] = [reads.get(root) ?? 0, listings.get(root) ?? 0];
        if (read === 0 || Math.abs(read - listed) > 1)
          throw new Error(`${root} was read ${read} times and listed ${listed} times`);
        requests += read + listed;
      }
      return { requests };
    },
  };
}
