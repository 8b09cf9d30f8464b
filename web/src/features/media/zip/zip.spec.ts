import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limitReached } from '@postloom/contracts';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { heldUploads } from '../testing/held-uploads.ts';
import { uploadEngine } from '../upload-engine.ts';
import { BadZip, photosOfZip, type Zipped } from './photos-of-zip.ts';
import { takeZips } from './take-zips.ts';

const zipOf = (files: Zippable, name = 'fall.zip') =>
  new File([new Uint8Array(zipSync(files))], name, { type: 'application/zip' });

async function all(zip: Blob): Promise<Zipped[]> {
  const found: Zipped[] = [];
  for await (const zipped of photosOfZip(zip)) {
    found.push(zipped);
  }
  return found;
}
const refusal = async (zip: Blob): Promise<unknown> => all(zip).catch((error: unknown) => error);
const bytesOf = async (zipped: Zipped | undefined): Promise<Uint8Array> =>
  new Uint8Array(zipped && 'file' in zipped ? await zipped.file.arrayBuffer() : new ArrayBuffer());

describe('the photos of a zip', () => {
  it('come out as they went in, packed or not, in whatever folder they lie', async () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251);
    const zip = zipOf({
      'bread.jpg': [noise, { level: 9 }],
      fall: { 'rye.HEIC': [noise.subarray(0, 1_000), { level: 0 }], empty: {} },
      '__MACOSX/._bread.jpg': strToU8('nothing'),
      '.DS_Store': strToU8('nothing'),
      'list.txt': strToU8('flour'),
    });
    const found = await all(zip);
    expect(found.map(({ name }) => name).sort()).toEqual(['bread.jpg', 'list.txt', 'rye.HEIC']);
    const of = (name: string) => found.find((one) => one.name === name);
    expect(await bytesOf(of('bread.jpg'))).toEqual(noise);
    expect(await bytesOf(of('rye.HEIC'))).toEqual(noise.subarray(0, 1_000));
    expect(of('rye.HEIC')).toMatchObject({ file: { type: 'image/heic' } });
    expect(of('list.txt')).toEqual({
      name: 'list.txt',
      refusal: 'list.txt is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
    });
  });

  it('are given up when they unpack to more than a photo may have; the others come', async () => {
    const bomb = zipOf({ 'bomb.jpg': [new Uint8Array(60 * 1_048_576), { level: 9 }], 'after.jpg': strToU8('a') });
    expect(bomb.size).toBeLessThan(100_000);
    const found = await all(bomb);
    expect(found).toMatchObject([
      { name: 'bomb.jpg', refusal: 'bomb.jpg exceeds the 50MB limit. Please use a smaller image.' },
      { name: 'after.jpg', file: { size: 1 } },
    ]);
  });

  it('are given up altogether when one bomb follows another', async () => {
    const bomb = new Uint8Array(120 * 1_048_576);
    const bombs = zipOf({ '1.jpg': [bomb, { level: 1 }], '2.jpg': [bomb, { level: 1 }] });
    expect(await refusal(bombs)).toEqual(
      new BadZip('This zip unpacks to far more than photos have. The rest of it was left out.'),
    );
  });

  it('come out without the other files of the zip being held in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const bytes = zipSync({ 'video.mp4': [new Uint8Array(4 * 1_048_576), { level: 0 }], 'a.jpg': strToU8('a') });
    const pieces: WeakRef<ArrayBuffer>[] = [];
    const slice = (from: number, to: number) => ({
      arrayBuffer: () => {
        const piece = bytes.slice(from, to).buffer;
        pieces.push(new WeakRef(piece));
        return Promise.resolve(piece);
      },
    });
    const names: string[] = [];
    let held = 0;
    for await (const { name } of photosOfZip({ size: bytes.length, slice } as unknown as Blob)) {
      names.push(name);
      if (name === 'a.jpg') {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        collectGarbage();
        held = pieces.filter((piece) => piece.deref() !== undefined).length;
      }
    }
    expect(names).toEqual(['video.mp4', 'a.jpg']);
    expect(pieces.length).toBeGreaterThan(60);
    expect(held).toBeLessThan(5);
  });

  it('that are packed in a way that nobody reads are refused; the others come', async () => {
    const bytes = zipSync({ 'a.jpg': [strToU8('a'), { level: 0 }], 'b.jpg': [strToU8('b'), { level: 0 }] });
    bytes[8] = 14; // LZMA
    expect(await all(new Blob([new Uint8Array(bytes)]))).toMatchObject([
      { name: 'a.jpg', refusal: 'a.jpg could not be unpacked.' },
      { name: 'b.jpg', file: { size: 1 } },
    ]);
  });

  it('are no more than 500', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.jpg`, strToU8('x')]));
    const found: Zipped[] = [];
    const read = async () => {
      for await (const zipped of photosOfZip(zipOf(many))) {
        found.push(zipped);
      }
    };
    await expect(read()).rejects.toThrow('This zip has more than 500 photos. The first of them were added.');
    expect(found).toHaveLength(500);
  });

  it('come out as far as the zip is whole', async () => {
    const noise = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7919) % 251);
    const zip = zipOf({ 'a.jpg': strToU8('a'), 'b.jpg': [noise, { level: 0 }] });
    const found: Zipped[] = [];
    const read = async () => {
      for await (const zipped of photosOfZip(zip.slice(0, 1_000))) {
        found.push(zipped);
      }
    };
    await expect(read()).rejects.toThrow('it is not complete');
    expect(found.map(({ name }) => name)).toEqual(['a.jpg']);
  });

  it.each([
    ['no zip', new Blob(['hello'])],
    ['nothing', new Blob([])],
    [
      'the first half of one',
      zipOf({ 'a.jpg': [new Uint8Array(200_000).map((_, at) => (at * at * at) % 251), { level: 0 }] }).slice(
        0,
        100_000,
      ),
    ],
  ])('are none of %s', async (_, blob) => {
    expect(await refusal(blob)).toBeInstanceOf(BadZip);
  });
});

describe('a zip that is dropped on the library', () => {
  const fetched = stubbedFetch();
  const uploads = heldUploads();
  /** Answers the uploads from one on as they come, until there have been so many. */
  const arriveAll = (from: number, count: number) => {
    let answered = from;
    return vi.waitFor(async () => {
      for (; answered < uploads.length; answered += 1) {
        await uploads[answered]?.arrive();
      }
      expect(answered).toBe(count);
    });
  };
  beforeEach(() => {
    clearToasts();
    fetched.mockImplementation((url) =>
      Promise.resolve(
        String(url).startsWith('/api/uploader')
          ? Response.json({ toStorage: false, partsFromBytes: 10_485_760 })
          : Response.json({ data: [], nextCursor: null, total: 0 }),
      ),
    );
  });

  it('is taken out of the files, and its photos are uploaded like any other', async () => {
    const photo = new File(['x'], 'loose.jpg', { type: 'image/jpeg' });
    const zip = zipOf({ 'a.jpg': strToU8('a'), 'b.png': strToU8('b'), 'c.txt': strToU8('c') });
    expect(takeZips(createQueryClient(), 'business', [photo, zip])).toEqual([photo]);
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads.map(({ business }) => business)).toEqual(['business', 'business']);
    await uploads[0]?.arrive(1);
    await uploads[1]?.arrive(2);
    await vi.waitFor(() =>
      expect(currentToasts()).toContainEqual(
        expect.objectContaining({
          title: '2 photos from fall.zip are in your library',
          description: 'Left out: c.txt is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
          tone: 'neutral',
        }),
      ),
    );
  });

  it('is unpacked no faster than its photos leave', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.jpg`, strToU8('x')]));
    const client = createQueryClient();
    takeZips(client, 'business', [zipOf(many)]);
    await vi.waitFor(() => expect(uploads).toHaveLength(4));
    expect(uploadEngine(client).items()).toHaveLength(6);
    await uploads[0]?.arrive();
    await vi.waitFor(() => expect(uploads).toHaveLength(5));
    expect(
      uploadEngine(client)
        .items()
        .filter(({ status }) => status !== 'success'),
    ).toHaveLength(6);
    await arriveAll(1, 30);
  });

  it('has arrived when all of its photos have, however slowly it is read', async () => {
    const zip = zipOf({ 'a.jpg': strToU8('a'), 'b.jpg': [new Uint8Array(100_000), { level: 0 }] });
    const rest = Promise.withResolvers<void>();
    const slice = zip.slice.bind(zip);
    zip.slice = (from, to) => {
      const piece = slice(from, to);
      return from === 0
        ? piece
        : Object.assign(piece, { arrayBuffer: () => rest.promise.then(() => slice(from, to).arrayBuffer()) });
    };
    takeZips(createQueryClient(), 'business', [zip]);
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    await uploads[0]?.arrive(1);
    expect(currentToasts()).toEqual([]);
    rest.resolve();
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    await uploads[1]?.arrive(2);
    expect(currentToasts()).toMatchObject([{ description: 'Photos uploaded successfully!' }]);
  });

  it('is not unpacked while there is no connection, and goes on with it', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.jpg`, strToU8('x')]));
    const client = createQueryClient();
    takeZips(client, 'business', [zipOf(many)]);
    await vi.waitFor(() => expect(uploads).toHaveLength(4));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let broken = 0;
    while (broken < uploads.length) {
      for (const upload of uploads.slice(broken)) {
        await upload.breakOff();
        broken += 1;
      }
      await vi.advanceTimersByTimeAsync(5_000);
    }
    vi.useRealTimers();
    expect(
      uploadEngine(client)
        .items()
        .map(({ status }) => status),
    ).toEqual(Array.from({ length: 6 }, () => 'error'));
    // With the connection all of them go on.
    dispatchEvent(new Event('online'));
    await arriveAll(broken, broken + 30);
  });

  it('ends with the first photo that the plan has no room for, is said once, and leaves nothing behind', async () => {
    const photos = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.jpg`, strToU8('x')]));
    const client = createQueryClient();
    takeZips(client, 'business', [zipOf(photos(30)), zipOf(photos(2), 'winter.zip')]);
    await vi.waitFor(() => expect(uploads).toHaveLength(4));
    await uploads[0]?.arrive(1);
    await uploads[1]?.arrive(2);
    await vi.waitFor(() => expect(uploads).toHaveLength(6));
    const said = vi.fn();
    const stop = uploadEngine(client).subscribe(() => currentToasts().forEach(({ title }) => said(title)));
    for (const upload of uploads.slice(2)) {
      await upload.refuse(403, 'upgrade_required', limitReached.storage);
    }
    await vi.waitFor(() =>
      expect(currentToasts()).toMatchObject([
        {
          title: 'Not everything in fall.zip was added',
          description: `2 of 30 photos came in. ${limitReached.storage} 1 more zip was left out.`,
          action: { label: 'See plans' },
        },
      ]),
    );
    stop();
    expect(said).not.toHaveBeenCalledWith('Upload failed');
    expect(uploads).toHaveLength(6);
    expect(
      uploadEngine(client)
        .items()
        .filter(({ status }) => status !== 'success'),
    ).toEqual([]);
  });

  it('says which photos the server does not take, a few by their names, and drops them', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `${index}.jpg`);
    const client = createQueryClient();
    takeZips(client, 'business', [zipOf(Object.fromEntries(names.map((name) => [name, strToU8('x')])))]);
    let answered = 0;
    await vi.waitFor(async () => {
      for (; answered < uploads.length; answered += 1) {
        await uploads[answered]?.refuse(422, 'invalid_image', 'This file is not a picture.');
      }
      expect(answered).toBe(7);
    });
    const told = names.slice(0, 5).map((name) => `${name}: This file is not a picture.`);
    await vi.waitFor(() => expect(currentToasts()[0]?.description).toBe(`${told.join(' ')} And 2 more files.`));
    expect(uploadEngine(client).items()).toEqual([]);
  });

  it('is unpacked no further while photos of it failed that can be tried again', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.jpg`, strToU8('x')]));
    const client = createQueryClient();
    takeZips(client, 'business', [zipOf(many)]);
    let answered = 0;
    const failAll = (count: number) =>
      vi.waitFor(async () => {
        for (; answered < uploads.length; answered += 1) {
          await uploads[answered]?.refuse(500, 'internal', 'Something went wrong on our side.');
        }
        expect(answered).toBe(count);
      });
    await failAll(6);
    const engine = uploadEngine(client);
    expect(engine.items().map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'error'));
    expect(currentToasts()[0]?.description).toContain('Something went wrong on our side.');
    engine.items().forEach(({ id }) => engine.retry(id));
    await arriveAll(6, 36);
  });

  it('of which nothing came in says that something is missing', async () => {
    takeZips(createQueryClient(), 'business', [zipOf({ 'list.txt': strToU8('flour') })]);
    await vi.waitFor(() =>
      expect(currentToasts()).toMatchObject([
        {
          title: 'Not everything in fall.zip was added',
          description: 'list.txt is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
          tone: 'error',
        },
      ]),
    );
  });

  it('that breaks off says what came in of it, and why no more did', async () => {
    const zip = zipOf({ 'a.jpg': strToU8('a'), 'b.jpg': [new Uint8Array(3_000), { level: 0 }] });
    const half = new File([zip.slice(0, 1_000)], 'half.zip', { type: 'application/zip' });
    takeZips(createQueryClient(), 'business', [half]);
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    await uploads[0]?.arrive(1);
    await vi.waitFor(() =>
      expect(currentToasts()).toMatchObject([
        {
          title: '1 photo from half.zip is in your library',
          description: 'This file is not a zip that can be read, or it is not complete.',
        },
      ]),
    );
  });

  it('without photos says so', async () => {
    takeZips(createQueryClient(), 'business', [zipOf({ empty: {} }, 'empty.zip')]);
    await vi.waitFor(() =>
      expect(currentToasts()).toContainEqual(expect.objectContaining({ description: 'There is no photo in it.' })),
    );
  });
});
