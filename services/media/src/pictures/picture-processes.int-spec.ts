import { fork } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger, ShutdownRegistry } from '@postloom/chassis';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { refusal } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { confinements } from './confinement.ts';
import { PictureProcesses, PictureTooSlow } from './picture-processes.ts';
import { COPY_BYTES } from './picture-task.ts';
import type { PictureFile, PictureTask } from './picture-task.ts';
import { withTempFolder } from './temp-folder.ts';
import { workOf } from './watch-work.ts';

/** A decoder that does what the file says: hang, die, look around. */
class Hostile extends PictureProcesses {
  protected override readonly program = new URL('../testing/fixtures/hostile-decoder.mjs', import.meta.url);
  protected override readonly taskMs = 1_000;
}

describe('the picture processes', () => {
  const logger = createLogger('media', 'silent');
  const shutdown = new ShutdownRegistry(logger);
  afterAll(() => shutdown.run('close'));

  const hostile = (pictureProcesses = 1) => new Hostile(logger, shutdown, { pictureProcesses });
  const run = (
    pictures: PictureProcesses,
    picture: Buffer | string,
    businessId = 'a',
    task: PictureTask = { kind: 'receive', type: 'image/jpeg' },
    waitMs = 60_000,
  ) => pictures.run(task, { businessId, file: { content: Buffer.from(picture) }, waitMs });

  it('are killed when a picture makes them hang: that is no fault of its pixels, and hurts nobody else', async () => {
    const pictures = hostile();
    const [hung, next] = await Promise.all([refusal(run(pictures, 'hang')), run(pictures, 'fine')]);
    expect(hung).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(/^This picture took too long to read/),
    });
    expect(next.facts).toEqual({ width: 1, height: 1 });
  });

  it('that die over a new picture are no proof against it: a fresh one reads it', async () => {
    const pictures = hostile();
    for (const task of [
      { kind: 'receive', type: 'image/jpeg' },
      { kind: 'logo', type: 'image/png' },
    ] as const) {
      await run(pictures, 'fine');
      expect(await run(pictures, 'last straw', 'a', task)).toMatchObject({ ok: true });
    }
  });

  it('have the time of one picture for both attempts, and no picture is refused for want of it', async () => {
    const late = await refusal(run(hostile(), 'die late'));
    expect(late).toEqual({ code: 'unavailable', message: new PictureTooSlow().message });
  });

  it('may die over a picture, twice, and the next one gets a new process', async () => {
    const pictures = hostile();
    const [died, next] = await Promise.all([refusal(run(pictures, 'die')), run(pictures, 'fine')]);
    expect(died).toMatchObject({ code: 'invalid_image' });
    expect(next.ok).toBe(true);
  });

  it('lost over a picture that could be read before are a reason to try again', async () => {
    const lost = await refusal(run(hostile(), 'die', 'a', { kind: 'derive', type: 'image/jpeg' }));
    expect(lost).toMatchObject({ code: 'unavailable' });
  });

  it('take a file from the disk in pieces, and leave none open when they die or hang in the middle of it', async () => {
    const pictures = hostile();
    await withTempFolder(async (folder) => {
      const of = (name: string) => {
        const turn = { businessId: 'a', file: { path: join(folder, name) }, waitMs: 60_000 };
        return pictures.run({ kind: 'receive', type: 'image/jpeg' }, turn);
      };
      for (const name of ['die', 'hang', 'fine']) {
        await writeFile(join(folder, name), name.padEnd(5_000_000, ' '));
      }
      expect(await refusal(of('die'))).toMatchObject({ code: 'invalid_image' });
      expect(await refusal(of('hang'))).toMatchObject({ code: 'unavailable' });
      await expect(of('absent')).rejects.toMatchObject({ code: 'ENOENT' });
      expect((await of('fine')).facts).toEqual({ width: 1, height: 1 });
      const open = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => 'closed')),
      );
      expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
    });
  });

  it('make of a file on the disk, which comes in pieces, what they make of its bytes', async () => {
    const pictures = new PictureProcesses(logger, shutdown, { pictureProcesses: 1 });
    const noise = Buffer.from(Array.from({ length: 900 * 700 * 3 }, (_, at) => (at * 7919 + (at >> 7) * 31) % 256));
    const content = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(content.length).toBeGreaterThan(2 * 256 * 1024);
    await withTempFolder(async (folder) => {
      const path = join(folder, 'noise');
      await writeFile(path, content);
      const of = (file: PictureFile) =>
        pictures.run({ kind: 'receive', type: 'image/jpeg' }, { businessId: 'a', file, waitMs: 60_000 });
      expect(await of({ path })).toEqual(await of({ content }));
    });
  });

  it('send no copy that is larger than a photo may be, and say of which file that is', async () => {
    const pictures = new PictureProcesses(logger, shutdown, { pictureProcesses: 1 });
    expect(COPY_BYTES).toBe(MAX_PHOTO_BYTES);
    // Noise, which nothing makes smaller.
    const size = { width: 4_300, height: 4_100 };
    const pixels = randomFillSync(Buffer.allocUnsafe(size.width * size.height * 3));
    const content = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const part = { ...size, offsetX: 0, offsetY: 0 };
    const task = {
      kind: 'copy',
      type: 'image/png',
      look: { size, mirrored: false, degrees: 0, part, tone: null },
    } as const;
    const sent = run(pictures, content, 'a', task).then(() => 'sent');
    await expect(sent).rejects.toMatchObject({
      code: 'image_too_large',
      message: 'This part exceeds the 50MB limit. Please use a smaller image.',
    });
  });

  it('work through the pictures of one business in order', async () => {
    const pictures = new PictureProcesses(logger, shutdown, { pictureProcesses: 2 });
    const sizes = [10, 20, 30, 40];
    const files = await Promise.all(sizes.map((size) => jpeg(size, size, size)));
    const answers = await Promise.all(files.map((file) => run(pictures, file)));
    expect(answers.map(({ facts }) => facts.width)).toEqual(sizes);
  });

  it('never all belong to one business: its hanging pictures leave the others a process', async () => {
    const pictures = hostile(2);
    await Promise.all([run(pictures, 'fine', 'a'), run(pictures, 'fine', 'b')]); // both are warm
    let hanging = 5;
    const flood = Array.from({ length: hanging }, () =>
      refusal(run(pictures, 'hang', 'flood')).finally(() => {
        hanging -= 1;
      }),
    );
    for (const businessId of ['b', 'c', 'd']) {
      await run(pictures, 'fine', businessId);
    }
    expect(hanging).toBe(5);
    await Promise.all(flood);
  });

  it('do not count the wait for a turn against the time that a picture may take, and refuse a wait that is too long', async () => {
    const pictures = hostile();
    const [first, second, third, late] = await Promise.all([
      refusal(run(pictures, 'hang', 'a')),
      refusal(run(pictures, 'hang', 'b')),
      refusal(run(pictures, 'fine', 'c')),
      refusal(run(pictures, 'fine', 'd', { kind: 'receive', type: 'image/jpeg' }, 100)),
    ]);
    expect([first, second]).toMatchObject([{ code: 'unavailable' }, { code: 'unavailable' }]);
    expect(third).toMatchObject({ answered: { ok: true } });
    expect(late).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^Too many pictures are waiting/),
    });
  });

  it('have nothing of our environment, no files, no child processes, no rights, no network, bounded memory and low priority', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env['A_SECRET_OF_MEDIA'] = 'S3';
    try {
      const { facts } = await run(hostile(), `spy${(server.address() as AddressInfo).port}`);
      const isRoot = process.getuid?.() === 0;
      expect(facts).toEqual({
        environment: ['MALLOC_ARENA_MAX'],
        passwd: 'ERR_ACCESS_DENIED',
        write: 'ERR_ACCESS_DENIED',
        child: 'ERR_ACCESS_DENIED',
        user: isRoot ? 65_534 : process.getuid?.(),
        priority: 5,
        socket: expect.stringMatching(/^(ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL|ERR_ACCESS_DENIED)$/),
        memory: expect.not.stringMatching(/^2000000000$/),
      });
    } finally {
      delete process.env['A_SECRET_OF_MEDIA'];
      server.close();
    }
  });

  it('end with the process that started them, whatever they are doing', async () => {
    const { prefix } = confinements(process.getuid?.() === 0)[0] ?? { prefix: [] };
    const parent = fork(new URL('../testing/fixtures/parent-of-a-loop.mjs', import.meta.url), [...prefix]);
    const [pid] = (await once(parent, 'message')) as [number];
    const isAlive = () => workOf(pid)?.isRunnable ?? false;
    try {
      await eventually('it works', () => expect(isAlive()).toBe(true));
      parent.kill('SIGKILL');
      await eventually('it has ended', () => expect(isAlive()).toBe(false));
    } finally {
      if (isAlive()) {
        process.kill(pid, 'SIGKILL');
      }
    }
  });
});
