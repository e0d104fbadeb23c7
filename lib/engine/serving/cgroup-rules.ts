/** What the memory files of cgroup v2 say: unlimited, unreadable and unsupported are three things, and none is 0 (D.4). */

/** `unlimited`: the kernel says `max`. `unreadable`: not there, or not understood. `unsupported`: no cgroup v2 here. */
export type MaxState = 'bounded' | 'unlimited' | 'unreadable' | 'unsupported';

/** Bytes; null is not known. A failure to read degrades one field and never the serving. */
export interface MemoryReport {
  readonly currentBytes: number | null;
  readonly maxBytes: number | null;
  readonly maxState: MaxState;
  readonly peakBytes: number | null;
  /** Page cache is file-backed and RSS cannot see it: the two are shown apart. */
  readonly anonBytes: number | null;
  readonly fileBytes: number | null;
  readonly kernelBytes: number | null;
  readonly slabReclaimableBytes: number | null;
  readonly processRssBytes: number | null;
  readonly phaseDeltas: readonly PhaseDelta[];
  /** Why a field is null, one plain phrase each. */
  readonly reasons: readonly string[];
}

/** What one phase of an import did to the memory in use. */
export interface PhaseDelta {
  readonly phase: string;
  /** Milliseconds since the epoch by the replica's clock. */
  readonly startedAtMs: number;
  readonly beforeBytes: number | null;
  readonly afterBytes: number | null;
}

/** Contents of the files, null where one could not be read. */
export interface CgroupFiles {
  readonly current: string | null;
  readonly max: string | null;
  readonly peak: string | null;
  readonly stat: string | null;
}

export function parseCurrent(text: string): number | null {
  return decimal(text);
}

/** Null for `max` and for anything that is no number; `parseMaxState` tells the two apart. */
export function parseMax(text: string): number | null {
  return decimal(text);
}

export function parseMaxState(text: string | null): MaxState {
  if (text === null) return 'unreadable';
  if (text.trim() === 'max') return 'unlimited';
  return decimal(text) === null ? 'unreadable' : 'bounded';
}

export function memoryReport(files: CgroupFiles, processRssBytes: number | null): MemoryReport {
  const stat = parseStat(files.stat ?? '');
  const currentBytes = files.current === null ? null : parseCurrent(files.current);
  const maxState = parseMaxState(files.max);
  const reasons = [
    ...(currentBytes === null ? ['memory.current could not be read'] : []),
    ...(maxState === 'unreadable' ? ['memory.max could not be read'] : []),
    ...(files.stat === null ? ['memory.stat could not be read'] : []),
    ...(files.peak === null ? ['memory.peak could not be read'] : []),
  ];
  return {
    currentBytes,
    maxBytes: files.max === null ? null : parseMax(files.max),
    maxState,
    peakBytes: files.peak === null ? null : decimal(files.peak),
    anonBytes: stat.get('anon') ?? null,
    fileBytes: stat.get('file') ?? null,
    kernelBytes: stat.get('kernel') ?? null,
    slabReclaimableBytes: stat.get('slab_reclaimable') ?? null,
    processRssBytes,
    phaseDeltas: [],
    reasons,
  };
}

export function unsupportedMemory(reason: string, processRssBytes: number | null): MemoryReport {
  const nothing = memoryReport({ current: null, max: null, peak: null, stat: null }, processRssBytes);
  return { ...nothing, maxState: 'unsupported', reasons: [reason] };
}

function parseStat(text: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split('\n').slice(0, 500)) {
    const [name = '', value = ''] = line.split(' ');
    const bytes = decimal(value);
    if (name !== '' && bytes !== null) values.set(name, bytes);
  }
  return values;
}

function decimal(text: string): number | null {
  const digits = text.trim();
  if (!/^\d{1,16}$/.test(digits)) return null;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
