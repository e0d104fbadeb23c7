/** All configured lakes, shared by every request of the process; and the loop that reads again what is watched. */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { DatasetPart } from './dataset-reader';
import { LakeReader } from './lake-reader';
import type { LakeSettings } from './lake-settings';

export interface LakesOptions {
  readonly settings: readonly LakeSettings[];
  readonly clock: Clock;
  readonly openStore: (settings: LakeSettings) => ObjectStore;
  readonly watchIntervalMs: number;
  readonly onChange: (lake: string, path: string | null, part: DatasetPart | 'lake', etag: string) => void;
}

export class Lakes {
  readonly all: readonly LakeReader[];
  readonly watchIntervalMs: number;
  readonly clock: Clock;

  constructor(options: LakesOptions) {
    this.clock = options.clock;
    this.watchIntervalMs = options.watchIntervalMs;
    this.all = options.settings.map(
      (settings) =>
        new LakeReader({
          settings,
          clock: options.clock,
          openStore: options.openStore,
          onChange: (path, part, etag) => options.onChange(settings.id, path, part, etag),
        }),
    );
  }

  /** @throws `not_found` */
  lake(id: string): LakeReader {
    const found = this.all.find(({ settings }) => settings.id === id);
    if (found === undefined) throw new VamplateError('not_found', `There is no lake ${id}.`, { lake: id });
    return found;
  }
}
