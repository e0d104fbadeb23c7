/** Where one S3 store lies, and how its keys map to keys of the bucket. */
import type { S3Client } from '@aws-sdk/client-s3';

export interface S3Place {
  readonly client: S3Client;
  readonly bucket: string;
  readonly timeoutMs: number;
  /** The full key in the bucket of a key of this store, or of a prefix. */
  readonly full: (key: string) => string;
  /** The reverse of `full`. */
  readonly own: (fullKey: string) => string;
}
