/** What one manifest says, as plain facts. `null` is always "not recorded": unknown, never zero. */

/** Millisecond counts and sizes are safe integers; versions, ids and flags are 64-bit and therefore bigint. */
export interface ManifestFacts extends ManifestSummary {
  readonly fragments: readonly FragmentFacts[];
  /** Every field of the schema, in the order written. */
  readonly fields: readonly FieldFacts[];
}

/** Everything but the lists that grow with the table; what the pages show of a version. */
export interface ManifestSummary {
  readonly version: bigint;
  readonly committedAt: ManifestInstant | null;
  /** null is main. */
  readonly branch: string | null;
  /** The tag field of very old writers; tags live in `_refs/tags` today. */
  readonly tag: string | null;
  readonly readerFlags: bigint;
  readonly writerFlags: bigint;
  readonly writer: WriterFacts | null;
  readonly config: ReadonlyMap<string, string>;
  readonly tableMetadata: ReadonlyMap<string, string>;
  /** Arrow schema metadata; values as text (invalid UTF-8 replaced), a value over the bound is null. */
  readonly schemaMetadata: ReadonlyMap<string, string | null>;
  readonly basePaths: readonly BasePath[];
  readonly counts: ManifestCounts;
  readonly dataFormat: { readonly fileFormat: string; readonly version: string } | null;
  /** Name of the `.txn` file below `_transactions/`. */
  readonly transactionFile: string | null;
  /** The transaction inside the manifest file; null when there is none there. */
  readonly transaction: TransactionFacts | null;
  readonly indices: readonly IndexFacts[];
  readonly maxFragmentId: number | null;
  readonly unknownFields: readonly UnknownField[];
}

/** The manifest's own time, by its writer's clock. */
export interface ManifestInstant {
  /** Milliseconds since the epoch, rounded down. */
  readonly ms: number;
  /** The nanoseconds within the second. */
  readonly nanos: number;
}

export interface WriterFacts {
  readonly library: string;
  readonly version: string;
  readonly prerelease: string | null;
  readonly buildMetadata: string | null;
}

export interface BasePath {
  readonly id: number;
  readonly name: string | null;
  readonly isDatasetRoot: boolean;
  /** An absolute URI or path, as written. */
  readonly path: string;
}

export interface ManifestCounts {
  readonly fragments: number;
  readonly dataFiles: number;
  readonly deletionFiles: number;
  /** Σ of the physical rows that are recorded. */
  readonly physicalRows: number;
  /** Σ of the deleted rows that are recorded. */
  readonly deletedRows: number;
  /**
   * Rows a reader sees; null when they are not recorded: a fragment or deletion file without its count, or a writer
   * that left no version of itself, whose counts Lance itself does not believe.
   */
  readonly rows: number | null;
  /** Σ of the data file sizes that are recorded. */
  readonly dataBytes: number;
  /** Whether every data file's size is recorded, so that `dataBytes` is all of them. */
  readonly dataBytesComplete: boolean;
}

export interface FieldFacts {
  readonly id: number;
  /** -1 at the top level. */
  readonly parentId: number;
  readonly name: string;
  readonly logicalType: string;
}

export interface FragmentFacts {
  readonly id: number;
  readonly physicalRows: number | null;
  readonly files: readonly DataFileFacts[];
  readonly overlays: readonly DataFileFacts[];
  readonly deletionFile: DeletionFileFacts | null;
  /** Row id and version sequences kept outside the manifest: paths relative to the table root. */
  readonly externalFiles: readonly string[];
}

export interface DataFileFacts {
  /** Relative to `data/` of its base. */
  readonly path: string;
  readonly fileSizeBytes: number | null;
  /** null is this dataset. */
  readonly baseId: number | null;
}

export interface DeletionFileFacts {
  readonly type: 'arrow' | 'bitmap';
  readonly readVersion: bigint;
  readonly id: bigint;
  readonly deletedRows: number | null;
  readonly baseId: number | null;
}

export interface IndexFacts {
  /** Hyphenated lower case, as its folder is named. */
  readonly uuid: string;
  readonly name: string;
  readonly fieldIds: readonly number[];
  readonly datasetVersion: bigint;
  /** The last part of the details' type, such as `BTreeIndexDetails`; null in old manifests. */
  readonly detailsType: string | null;
  readonly createdAt: number | null;
  readonly baseId: number | null;
  /** The index's own list of files; null before writers recorded one. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[] | null;
}

export interface TransactionFacts {
  readonly readVersion: bigint;
  readonly uuid: string;
  readonly tag: string | null;
  readonly properties: ReadonlyMap<string, string>;
  /** A name of `operationNames`, or `unknown operation n`; null when the message holds none. */
  readonly operation: string | null;
  readonly clone: CloneFacts | null;
}

export interface CloneFacts {
  readonly isShallow: boolean;
  readonly refName: string | null;
  readonly refVersion: bigint;
  readonly refPath: string;
  readonly branchName: string | null;
}

/** A field this reader does not know; shown as `unknown field n of message`. */
export interface UnknownField {
  readonly message: string;
  readonly field: number;
}
