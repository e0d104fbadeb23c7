/** The field numbers this reader knows, by message (spec B.2); every other number is shown as unknown. */

export const knownFields = {
  Manifest: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21],
  WriterVersion: [1, 2, 3, 4],
  DataStorageFormat: [1, 2],
  BasePath: [1, 2, 3, 4],
  DataFragment: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  DataFile: [1, 2, 3, 4, 5, 6, 7],
  DataOverlayFile: [1, 2, 3, 4],
  DeletionFile: [1, 2, 3, 4, 7],
  ExternalFile: [1, 2, 3],
  IndexSection: [1],
  IndexMetadata: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  IndexFile: [1, 2],
  Transaction: [1, 2, 3, 4, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114],
  Clone: [1, 2, 3, 4, 5],
  Timestamp: [1, 2],
  UUID: [1],
  MapEntry: [1, 2],
} as const satisfies Record<string, readonly number[]>;

export type MessageName = keyof typeof knownFields;
