/** What a bench is given: a folder of its own, an S3 server when it asks for one, and a way to print a figure. */
import type { CountingProxy } from './counting-proxy';
import type { Figure } from './figure';
import type { Place } from './places';
import type { S3Server } from './s3-server';

export interface BenchSetting {
  /** Removed at the end of the run. */
  readonly folder: string;
  /** Started at the first call, shared after it. */
  s3(): Promise<{ readonly server: S3Server; readonly proxy: CountingProxy }>;
  /** A lake with one table of so many versions; made at the first call. */
  history(store: 'local' | 's3', versions: number): Promise<Place>;
  print(figure: Figure): void;
}

export interface Bench {
  readonly name: string;
  run(setting: BenchSetting): Promise<void>;
}
