/** Whether a local file may be used as it was verified before, without reading it again; any doubt reads it whole (G.4). */
import { z } from 'zod';

/** What a file was when it was built and hashed. */
export interface FileMarker {
  readonly bytes: number;
  /** Nanoseconds since the epoch. */
  readonly modifiedNs: bigint;
  /** Lower-case hex. */
  readonly sha256: string;
}

export type FileState = Omit<FileMarker, 'sha256'>;

const markerSchema = z.object({
  schema: z.literal('lance-serving-file/1'),
  bytes: z.int().min(0),
  modified_ns: z.string().regex(/^\d{1,20}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export function encodeFileMarker({ bytes, modifiedNs, sha256 }: FileMarker): string {
  return JSON.stringify({
    schema: 'lance-serving-file/1',
    ...{ bytes, modified_ns: String(modifiedNs), sha256 },
  });
}

/** Null for anything that is no marker: a malformed one says as little as a missing one. */
export function decodeFileMarker(text: string): FileMarker | null {
  try {
    const { bytes, modified_ns, sha256 } = markerSchema.parse(JSON.parse(text));
    return { bytes, modifiedNs: BigInt(modified_ns), sha256 };
  } catch {
    return null;
  }
}

/** A recorded digest proves the content only while length and time are exactly as recorded, and it is the wanted one. */
export function isWarm(marker: FileMarker | null, now: FileState, wantedSha256: string): boolean {
  return (
    marker !== null &&
    marker.bytes === now.bytes &&
    marker.modifiedNs === now.modifiedNs &&
    marker.sha256 === wantedSha256.toLowerCase()
  );
}
