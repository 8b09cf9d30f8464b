import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { MediaConfig } from '../config.ts';

/** What every client of the bucket has in common, at the address it is reached by; undefined is Amazon's. */
export function clientSettings(config: MediaConfig, endpoint: string | undefined): S3ClientConfig {
  return {
    region: config.s3Region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: endpoint !== undefined,
    credentials: () =>
      Promise.resolve({
        accessKeyId: config.s3AccessKey,
        secretAccessKey: config.s3SecretKey,
        // Always due for renewal, so that the client asks for every request: the keys may be changed at any time.
        expiration: new Date(0),
      }),
    // Not every S3 server understands the SDK's default trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}
