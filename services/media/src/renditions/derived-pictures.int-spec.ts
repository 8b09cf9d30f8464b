import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaRpc, platforms } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import {
  albumHeic,
  alphaHeic,
  carriesMetadata,
  displayP3,
  heic,
  heicIn,
  jpeg,
  sidewaysJpeg,
  turnedAvif,
  turnedHeic,
} from '../testing/pictures.ts';
import type { Turn } from '../testing/pictures.ts';

/** Photos whose pictures are looked at; each has four that pages show and one for each of the five platforms. */
const PHOTOS = 40;

describe('the pictures derived from a photo', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    tenant = media.tenant();
  });
  afterAll(() => media.close());

  const derivedOf = async (photo: Photo): Promise<Buffer[]> => {
    const paths = [photo.objectPath, ...Object.values(photo.thumbnails)];
    const answers = await Promise.all(paths.map((path) => media.open(tenant, path.replace('/objects/', ''))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return answers.map(({ bytes }) => bytes);
  };
  /** What each platform is given. */
  const publishedOf = async ({ id }: Photo): Promise<Buffer[]> =>
    Promise.all(
      platforms.map(async (platform) => {
        const source = await media.rpc(mediaRpc.photoSource, { photoId: id, purpose: 'publish', platform }, tenant);
        // Platforms fetch it themselves, or are sent it.
        const [pulled, sent] = await Promise.all([
          media.ask('GET', source.publicPath.replace('/api/media/pull/', '/internal/objects/')),
          media.ask('GET', source.internalPath),
        ]);
        expect([pulled.status, pulled.bytes.equals(sent.bytes)]).toEqual([200, true]);
        return sent.bytes;
      }),
    );
  const picturesOf = async (photo: Photo): Promise<Buffer[]> => {
    const [derived, published] = await Promise.all([derivedOf(photo), publishedOf(photo)]);
    return [...derived, ...published];
  };
  /** The color at so many hundredths of the width and the height. */
  const colorAt = async (picture: Buffer, across: number, down: number): Promise<number[]> => {
    const { width, height } = await sharp(picture).metadata();
    const at = {
      left: Math.floor((width * across) / 100),
      top: Math.floor((height * down) / 100),
      width: 1,
      height: 1,
    };
    return [...(await sharp(picture).extract(at).removeAlpha().raw().toBuffer())];
  };
  const middle = (picture: Buffer): Promise<number[]> => colorAt(picture, 25, 12);
  const expectNear = (found: readonly number[], wanted: readonly number[], by: number): void => {
    expect(found).toHaveLength(wanted.length);
    for (const [index, value] of wanted.entries()) {
      expect(Math.abs((found[index] ?? 0) - value)).toBeLessThanOrEqual(by);
    }
  };

  it('say nothing of where and by whom it was taken: 0 of 160, and 0 of the 200 that are published (S31)', async () => {
    const derived: boolean[] = [];
    const published: boolean[] = [];
    for (let index = 0; index < PHOTOS; index += 1) {
      const make = [heic, sidewaysJpeg, () => tagged(index), () => tagged(index + 1)][index % 4] ?? heic;
      const original = await make();
      expect(await carriesMetadata(original)).toBe(true);
      const photo = await media.photo(tenant, original, `${index}.jpg`);
      derived.push(...(await Promise.all((await derivedOf(photo)).map(carriesMetadata))));
      published.push(...(await Promise.all((await publishedOf(photo)).map(carriesMetadata))));
    }
    const found = [derived, published].map((files) => ({ files: files.length, left: files.filter(Boolean).length }));
    process.stdout.write(`Metadata left in derived and in published pictures: ${JSON.stringify(found)}\n`);
    expect(found).toEqual([
      { files: 160, left: 0 },
      { files: 200, left: 0 },
    ]);
  }, 120_000);

  const turns: [Turn, 'upright' | 'sideways', [number, number]][] = [
    [{}, 'upright', [20, 20]],
    [{ quarters: 1 }, 'sideways', [20, 80]],
    [{ quarters: 2 }, 'upright', [80, 80]],
    [{ quarters: 3 }, 'sideways', [80, 20]],
    [{ axis: 0 }, 'upright', [20, 80]],
    [{ axis: 1 }, 'upright', [80, 20]],
    [{ quarters: 3, axis: 1 }, 'sideways', [20, 20]],
  ];
  const expectBlueAt = async (photo: Photo, [across, down]: readonly [number, number]): Promise<void> => {
    for (const picture of await picturesOf(photo)) {
      const { width, height } = await sharp(picture).metadata();
      expect(Math.abs(width / height - (photo.width ?? 0) / (photo.height ?? 1))).toBeLessThan(0.02);
      expectNear(await colorAt(picture, across, down), [40, 80, 220], 14);
      expectNear(await colorAt(picture, 100 - across, 100 - down), [200, 60, 40], 14);
    }
  };

  it.each(turns)('of a HEIC that is turned by %j stand %s, whatever its EXIF says', async (turn, stands, blueAt) => {
    const [width, height] = stands === 'upright' ? [96, 64] : [64, 96];
    for (const orientation of [undefined, 6]) {
      const photo = await media.photo(tenant, turnedHeic(turn, orientation));
      expect(photo).toMatchObject({ width, height });
      await expectBlueAt(photo, blueAt);
    }
  });

  it.each(turns)('of an AVIF that is turned by %j stand %s', async (turn, stands, blueAt) => {
    const [width, height] = stands === 'upright' ? [60, 40] : [40, 60];
    const photo = await media.photo(tenant, await turnedAvif(turn));
    expect(photo).toMatchObject({ width, height });
    await expectBlueAt(photo, blueAt);
  });

  it('of a HEIC with several pictures are those of the one that it means to show', async () => {
    const photo = await media.photo(tenant, albumHeic());
    expect(photo).toMatchObject({ width: 96, height: 64 });
    await expectBlueAt(photo, [20, 20]);
  });

  it('of a HEIC that is transparent stand on white, also when it has a profile', async () => {
    for (const picture of await picturesOf(await media.photo(tenant, alphaHeic()))) {
      expectNear(await colorAt(picture, 90, 50), [255, 255, 255], 3);
      expectNear((await colorAt(picture, 10, 50)).slice(1), [0, 0], 30);
    }
  });

  it('of a phone’s wide colors look the same in sRGB, and carry no profile', async () => {
    const red = { r: 200, g: 60, b: 40 };
    const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: red } });
    const wide = plain.withIccProfile('p3');
    for (const file of [wide.clone().jpeg({ quality: 100 }), wide.clone().png(), wide.clone().avif({ quality: 100 })]) {
      const bytes = await file.toBuffer();
      const raw = [...(await sharp(bytes, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)];
      expect(Math.abs((raw[0] ?? 0) - red.r)).toBeGreaterThan(8); // other numbers for the same color
      for (const picture of await picturesOf(await media.photo(tenant, bytes))) {
        expectNear(await middle(picture), [red.r, red.g, red.b], 6);
        expect((await sharp(picture).metadata()).icc).toBeUndefined();
      }
    }
  });

  it('of a HEIC in wide colors are as colorful as it is', async () => {
    const [narrow] = await derivedOf(await media.photo(tenant, heic()));
    const [wide] = await derivedOf(await media.photo(tenant, heicIn(await displayP3())));
    const [narrowPixel, widePixel] = [await middle(narrow ?? Buffer.alloc(0)), await middle(wide ?? Buffer.alloc(0))];
    // The same numbers mean a stronger blue in Display P3.
    expectNear(narrowPixel, [40, 80, 220], 12);
    expect((narrowPixel[0] ?? 0) - (widePixel[0] ?? 0)).toBeGreaterThan(8);
  });

  it('have a placeholder that looks like them from afar', async () => {
    const photo = await media.photo(tenant, await sidewaysJpeg());
    const hash = Buffer.from(photo.placeholder ?? '', 'base64');
    expect(hash.length).toBeGreaterThan(4);
    expect(hash.length).toBeLessThan(40);
    const { w, h, rgba } = thumbHashToRGBA(hash);
    expect(h).toBeGreaterThan(w); // it stands upright
    const at = (x: number, y: number): number[] => [...rgba.slice((y * w + x) * 4, (y * w + x) * 4 + 3)];
    // Blue in the upper right quarter, red elsewhere.
    const [r = 0, , b = 0] = at(w - 2, 2);
    expect(b).toBeGreaterThan(r);
    const [otherR = 0, , otherB = 0] = at(2, h - 3);
    expect(otherR).toBeGreaterThan(otherB);
  });

  /** With a place in its EXIF, in another format each time. */
  async function tagged(index: number): Promise<Buffer> {
    const picture = sharp(await jpeg(index, 48 + index, 40)).withExif({
      IFD0: { Make: 'SERIAL-4711' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 36/1',
      },
    });
    return [picture.jpeg(), picture.png(), picture.webp(), picture.avif()][index % 4]?.toBuffer() ?? sidewaysJpeg();
  }
});
