/** The recorded datasets and what the official engine reads from them; absent unless `VAMPLATE_FIXTURES` names them. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the engine says of one version. `rows` is a text when it could not count. */
export interface TrueVersion {
  readonly version: number;
  readonly timestamp: string;
  readonly rows: number | string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface TrueTable {
  readonly versions: readonly TrueVersion[];
  readonly usesV2?: boolean;
  readonly tags?: Readonly<Record<string, number>>;
  readonly branches?: Readonly<Record<string, unknown>>;
  readonly indices?: readonly {
    readonly name: string;
    readonly type: string;
    readonly columns: readonly string[];
  }[];
}

export interface RecordedDataset {
  /** Path below the fixtures folder. */
  readonly path: string;
  readonly truth: TrueTable;
}

/** Folder of the fixtures, or null: then tests that need them are not registered. */
export function fixturesFolder(): string | null {
  const folder = process.env.VAMPLATE_FIXTURES;
  return folder === undefined || folder === '' ? null : folder;
}

/** The datasets written by Lance 0.5.9 to 0.36; none without the fixtures. */
export function historicalDatasets(): readonly RecordedDataset[] {
  const truth = readTruth<{ datasets: Record<string, TrueTable> }>('lance-history');
  return Object.entries(truth?.datasets ?? {}).map(([name, table]) => ({
    path: `lance-history/${name}`,
    truth: table,
  }));
}

/** The tables written by LanceDB 0.39 (Lance 12) at `/lake`; none without the fixtures. */
export function currentTables(): readonly RecordedDataset[] {
  const truth = readTruth<{ tables: Record<string, TrueTable> }>('lance-12');
  return Object.entries(truth?.tables ?? {}).map(([name, table]) => ({
    path: `lance-12/${name}.lance`,
    truth: table,
  }));
}

/** A copy of one dataset in a temporary folder, to read or damage. */
export function copyOfDataset(dataset: RecordedDataset): { readonly folder: string; remove(): void } {
  const fixtures = fixturesFolder();
  if (fixtures === null) throw new Error('VAMPLATE_FIXTURES is not set');
  const folder = mkdtempSync(path.join(tmpdir(), 'vamplate-fixture-'));
  cpSync(path.join(fixtures, dataset.path), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function readTruth<T>(set: string): T | null {
  const fixtures = fixturesFolder();
  if (fixtures === null) return null;
  return JSON.parse(readFileSync(path.join(fixtures, set, 'TRUTH.json'), 'utf8')) as T;
}
