/** The one way an S3 client is made: no retries of its own, bounded in time, checksums only where the service requires them. */
import { S3Client } from '@aws-sdk/client-s3';

export interface S3ClientOptions {
  /** Another service than AWS; with its port, without a path. */
  readonly endpoint?: string;
  readonly region?: string;
  /** Bucket in the path instead of the host name; default true with an endpoint of its own. */
  readonly pathStyle?: boolean;
}

/** Credentials come from the usual AWS chain (environment, profile, role) and are held by the client alone. */
export function openS3Client(options: S3ClientOptions): S3Client {
  const { endpoint, region, pathStyle = endpoint !== undefined } = options;
  return new S3Client({
    // A conditional write that landed and is sent again by the client answers 412 to its own author (decision D1).
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: pathStyle,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 30_000,
      httpAgent: { keepAlive: true, maxSockets: 64 },
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? (endpoint === undefined ? {} : { region: 'us-east-1' }) : { region }),
  });
}
