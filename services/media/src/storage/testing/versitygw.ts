import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findVersitygw } from '@postloom/local/versitygw';
import { eventually, freePort } from '@postloom/testing';

export interface OtherStore {
  readonly url: string;
  stop(): Promise<void>;
}

/** An object storage that others have written, on a free port with one bucket. */
export async function startVersitygw(bucket: string, accessKey: string, secretKey: string): Promise<OtherStore> {
  const program = await findVersitygw();
  const folder = mkdtempSync(join(tmpdir(), 'postloom-versitygw-'));
  for (const part of ['data', 'sidecar']) {
    mkdirSync(join(folder, part));
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log: string[] = [];
  const child = spawn(program, [
    ...[
      '--port',
      `127.0.0.1:${port}`,
      '--access',
      accessKey,
      '--secret',
      secretKey,
      '--region',
      'us-east-1',
      '--quiet',
    ],
    // Metadata beside the files: not every file system has extended attributes.
    ...['posix', '--sidecar', join(folder, 'sidecar'), join(folder, 'data')],
  ]);
  child.stdout.on('data', (text: Buffer) => log.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => log.push(text.toString()));
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) {
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const client = new S3Client({
    ...{ endpoint: url, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });
  try {
    await eventually('versitygw answers', async () => {
      if (child.exitCode !== null) {
        throw new Error(`it ended: ${log.join('')}`);
      }
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
    });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    client.destroy();
  }
  return { url, stop };
}
