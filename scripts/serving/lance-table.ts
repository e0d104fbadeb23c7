/** The replica's own table through LanceDB: one commit for each import, and one version open at a time to answer queries. */
import path from 'node:path';
import { connect, makeArrowTable, type Table, type Tags } from '@lancedb/lancedb';
import { Schema } from 'apache-arrow';
import { VamplateError } from '@/lib/base/errors';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import type { Lineage } from '@/lib/engine/serving/lineage-rules';
import type { ReplicaPorts } from '@/lib/engine/serving/replica-actions';
import { tableName } from './copy';
import { metadataOf } from './identity-metadata';
import type { Row } from './source-rules';

export interface OpenVersion {
  readonly version: bigint;
  count(): Promise<number>;
  rows(limit: number): Promise<readonly unknown[]>;
  close(): void;
}

export interface LanceTable {
  /**
   * Overwrites the table, or creates it, as one version that carries the identity. When it throws nobody knows whether
   * the version is there: the caller looks before it commits again.
   */
  commit(rows: readonly Row[], identity: ImportIdentity, exists: boolean): Promise<void>;
  /** A handle of its own, checked out: others that are open stay as they are. */
  open(version: bigint): Promise<OpenVersion>;
  readonly tags: Omit<NonNullable<ReplicaPorts['tags']>, 'previousVersion'>;
}

/** @param folder of all datasets of this replica */
export function lanceTable(folder: string, lineage: Lineage): LanceTable {
  const place = path.join(folder, lineage.setId);
  const name = tableName(lineage);
  return {
    async commit(rows, identity, exists) {
      if (rows.length === 0) throw new VamplateError('corrupt', 'The source has no rows.');
      const inferred = makeArrowTable(rows.map((row) => ({ ...row })));
      const schema = new Schema(inferred.schema.fields, new Map(metadataOf(identity)));
      const data = makeArrowTable(
        rows.map((row) => ({ ...row })),
        { schema },
      );
      const db = await connect(place);
      try {
        // Creating again would be another first version; what exists is overwritten in its history.
        const table = await db.createTable(name, data, { mode: exists ? 'overwrite' : 'create' });
        table.close();
      } finally {
        db.close();
      }
    },
    async open(version) {
      const db = await connect(place);
      const table = await db.openTable(name);
      await table.checkout(Number(version));
      return openVersion(table, version, () => db.close());
    },
    tags: tagsOf(place, name),
  };
}

/** LanceDB creates a tag only where there is none; what it refuses is looked at again. */
function tagsOf(place: string, name: string): LanceTable['tags'] {
  async function withTags<T>(work: (tags: Tags) => Promise<T>): Promise<T> {
    const db = await connect(place);
    try {
      return await work(await (await db.openTable(name)).tags());
    } finally {
      db.close();
    }
  }
  const versionOf = async (tags: Tags, tag: string) => (await tags.list())[tag]?.version ?? null;
  return {
    find: (tag) =>
      withTags(async (tags) => {
        const version = await versionOf(tags, tag);
        return version === null ? null : BigInt(version);
      }),
    create: (tag, version) =>
      withTags(async (tags) => {
        try {
          await tags.create(tag, Number(version));
          return true;
        } catch (error) {
          if ((await versionOf(tags, tag)) !== null) return false;
          throw error;
        }
      }),
    delete: (tag) => withTags((tags) => tags.delete(tag)),
  };
}

function openVersion(table: Table, version: bigint, close: () => void): OpenVersion {
  return {
    version,
    count: () => table.countRows(),
    async rows(limit) {
      const rows: Record<string, unknown>[] = await table.query().limit(limit).toArray();
      return rows.map((row) => Object.fromEntries(Object.entries(row)));
    },
    close() {
      table.close();
      close();
    },
  };
}
