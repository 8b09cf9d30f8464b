import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Answer, Tenant } from '../testing/media-under-test.ts';
import {
  animatedWebp,
  avif,
  avifHeader,
  heic,
  heicHeader,
  hugeFrameAvif,
  hugeTileAvif,
  jpeg,
  jpegHeader,
  pngBomb,
  pngHeader,
  spoilt,
} from '../testing/pictures.ts';

const MEBIBYTE = 1_048_576;
/** What a bomb may take more than a picture of a thumbnail's size does. */
const MORE_MB = 150;
const WITHIN_MS = 2_000;
const SPOILT = 40;

interface Taken {
  readonly answer: Answer;
  readonly ms: number;
  readonly moreMb: number;
}

/** The picture process is looked at from outside, in /proc: what it held at most, and what it may hold at most. */
describe('the one process that decodes pictures', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start({}, { PICTURE_PROCESSES: '1' });
  });
  beforeEach(() => {
    tenant = media.tenant();
  });
  afterAll(() => media.close());

  const upload = (bytes: Buffer): Promise<Answer> => media.upload(tenant, [{ fileName: 'bomb.jpg', bytes }]);
  /** A new one, which has decoded a small picture: what it holds now is what every one holds. */
  const fresh = async (picture: Buffer): Promise<number> => {
    const old = pictureProcesses();
    for (const pid of old) {
      process.kill(pid, 'SIGKILL');
    }
    await eventually('they are gone', () => expect(old.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]));
    const { status, body } = await upload(picture);
    expect([status, body?.error]).toEqual([200, undefined]);
    await media.ready(tenant, body?.photoId ?? '');
    const [pid = 0, ...more] = pictureProcesses();
    expect(more).toEqual([]);
    return pid;
  };
  const takenBy = async (bytes: Buffer, small: Buffer): Promise<Taken> => {
    const pid = await fresh(small);
    const before = peakMb(pid);
    const startedMs = performance.now();
    const answer = await upload(bytes);
    const ms = Math.round(performance.now() - startedMs);
    expect(pictureProcesses()).toEqual([pid]); // it lives on, so its peak is that of the bomb
    return { answer, ms, moreMb: Math.round(peakMb(pid) - before) };
  };
  const print = (name: string, bytes: number, { answer, ms, moreMb }: Taken): void => {
    const what = answer.body?.error ?? 'taken';
    process.stdout.write(`${name} (${bytes} bytes): ${answer.status} ${what} in ${ms} ms, ${moreMb} MB more\n`);
  };

  it('may allocate no more than it was given (S25)', async () => {
    const pid = await fresh(await jpeg());
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    expect(/^Max data size +(\d+) +(\d+)/m.exec(limits)?.slice(1)).toEqual(['1500000000', '1500000000']);
    expect(/^Max core file size +(\d+)/m.exec(limits)?.[1]).toBe('0');
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a PNG of 50,000 x 50,000 pixels', () => pngHeader(50_000, 50_000)],
    ['a JPEG of 65,000 x 65,000 pixels', () => jpegHeader(65_000, 65_000)],
    ['a HEIC of 50,000 x 50,000 pixels', () => heicHeader(50_000, 50_000)],
    ['an AVIF of 50,000 x 50,000 pixels', () => avifHeader(50_000, 50_000)],
    ['a WebP of 10,000 frames', () => animatedWebp(10_000)],
  ])('refuses %s quickly and in little memory (S25)', async (name, make) => {
    const bytes = await make();
    const taken = await takenBy(bytes, await jpeg());
    print(name, bytes.length, taken);
    expect([taken.answer.status, taken.answer.body?.error]).toEqual([422, 'image_too_large']);
    expect(taken.ms).toBeLessThan(WITHIN_MS);
    expect(taken.moreMb).toBeLessThanOrEqual(MORE_MB);
  });

  it.each<[string, () => Buffer]>([
    ['a tile of 12,000 x 12,000', hugeTileAvif],
    ['a frame of 12,000 x 12,000', hugeFrameAvif],
  ])('refuses an AVIF of 64 x 48 pixels that is made of %s, quickly and in little memory (S25)', async (name, make) => {
    const taken = await takenBy(make(), await avif());
    print(`An AVIF made of ${name}`, make().length, taken);
    expect([taken.answer.status, taken.answer.body?.error]).toEqual([422, 'image_too_large']);
    expect(taken.ms).toBeLessThan(WITHIN_MS);
    expect(taken.moreMb).toBeLessThanOrEqual(MORE_MB);
  });

  it.each(['zTXt', 'iTXt', 'iCCP'] as const)('never inflates the 400 MB in the %s of a PNG (S25)', async (type) => {
    const bytes = await pngBomb(type, 400 * MEBIBYTE);
    expect(bytes.length).toBeLessThan(MEBIBYTE);
    const taken = await takenBy(bytes, await jpeg());
    print(`a ${type} of 400 MB`, bytes.length, taken);
    expect(taken.ms).toBeLessThan(WITHIN_MS);
    expect(taken.moreMb).toBeLessThanOrEqual(MORE_MB);
    // It is a small picture all the same, and nothing that leaves carries the bomb.
    expect([taken.answer.status, taken.answer.body?.photo]).toMatchObject([200, { width: 40, height: 30 }]);
    const photo = await media.ready(tenant, taken.answer.body?.photoId ?? '');
    for (const path of [photo.objectPath, ...Object.values(photo.thumbnails)]) {
      expect((await media.open(tenant, path.replace('/objects/', ''))).bytes.length).toBeLessThan(10_000);
    }
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['HEIC', heic],
    ['AVIF', avif],
  ])(
    `reads or refuses ${SPOILT} %s files whose description is spoilt, within time and memory (S25)`,
    async (type, make) => {
      const plain = await make();
      await fresh(plain);
      const seen: Record<string, number> = {};
      const all = { ms: 0, mb: 0 };
      for (let seed = 1; seed <= SPOILT; seed += 1) {
        const startedMs = performance.now();
        const { status, body } = await upload(spoilt(plain, seed));
        all.ms = Math.max(all.ms, Math.round(performance.now() - startedMs));
        const what = `${status} ${body?.error ?? 'taken'}`;
        seen[what] = (seen[what] ?? 0) + 1;
        expect(['200 taken', '415 unsupported_media_type', '422 invalid_image', '422 image_too_large']).toContain(what);
        all.mb = Math.max(all.mb, ...pictureProcesses().map(peakMb));
      }
      process.stdout.write(
        `Spoilt ${type} files: ${JSON.stringify({ seen, slowestMs: all.ms, peakMb: Math.round(all.mb) })}\n`,
      );
      expect(seen['422 invalid_image']).toBeGreaterThan(0);
      expect(all.ms).toBeLessThan(WITHIN_MS);
      expect(all.mb).toBeLessThan(400);
      expect((await upload(await jpeg(3))).status).toBe(200);
    },
    120_000,
  );
});

/** The children of this process that run the picture program. */
function pictureProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process')
        );
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}

/** The most memory that a process held so far. */
function peakMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1_024;
}
