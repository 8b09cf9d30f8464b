import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, overrideEnvironment, settingFiles, ShutdownRegistry } from '@postloom/chassis';
import { startObjectStore } from '../../../../deploy/local/object-store/src/server.ts';
import type { RunningObjectStore } from '../../../../deploy/local/object-store/src/server.ts';
import { config } from '../config.ts';
import { Storage } from './storage.ts';

describe('the keys of the object storage are changed while the service runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-keys-'));
  const pair = (name: string) => ({ accessKey: `key-${name}`, secretKey: `secret-${name}`, region: 'us-east-1' });
  let accepted = [pair('old')];
  let store: RunningObjectStore;
  let storage: Storage;
  const shutdown = new ShutdownRegistry(createLogger('test', 'silent'));

  /** Both in one step, as kubelet replaces them: each file is reached through the one link. */
  const mount = (name: string): void => {
    const { accessKey, secretKey } = pair(name);
    for (const [setting, text] of [
      ['S3_ACCESS_KEY', accessKey],
      ['S3_SECRET_KEY', secretKey],
    ] as const) {
      writeFileSync(join(folder, `${setting}.new`), `${text}\n`);
      renameSync(join(folder, `${setting}.new`), join(folder, setting));
    }
  };

  beforeAll(async () => {
    store = await startObjectStore({ dataDir: folder, port: 0, bucket: 'photos', credentials: () => accepted });
    mount('old');
    overrideEnvironment({
      SERVICE_INTERNAL_PORT: '4000',
      S3_ENDPOINT: store.url,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_FILE: join(folder, 'S3_ACCESS_KEY'),
      S3_SECRET_KEY_FILE: join(folder, 'S3_SECRET_KEY'),
      TICKET_SECRETS: `t1:${'x'.repeat(32)}`,
    });
    storage = new Storage(config, shutdown);
  });
  afterAll(async () => {
    await shutdown.run('close');
    await store.stop();
    overrideEnvironment();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (key: string): Promise<void> => storage.putBytes(key, Buffer.from(key), 'text/plain');

  it('with both pairs accepted in between, every request is', async () => {
    await write('with-the-old-pair');
    accepted = [pair('old'), pair('new')];
    await write('still-with-the-old-pair');
    mount('new');
    settingFiles.look();
    accepted = [pair('new')];
    await write('with-the-new-pair');
    const { body } = await storage.open('with-the-old-pair');
    expect(Buffer.concat(await body.toArray()).toString()).toBe('with-the-old-pair');
  });

  it('a pair that is not accepted is refused, so the above did change it', async () => {
    accepted = [pair('old')];
    await expect(write('never')).rejects.toMatchObject({ code: 'dependency_failed' });
  });
});
