import { describe, expect, it } from '@jest/globals';
import { picture } from '../testing/harness.ts';
import sharp from 'sharp';
import { aspectRatio, measure } from './measure.ts';

describe('measuring a picture from its bytes', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('knows a %s and its size', async (format) => {
    expect(measure(await picture({ width: 321, height: 123, format }))).toMatchObject({
      format,
      mimeType: `image/${format}`,
      width: 321,
      height: 123,
      gps: false,
    });
  });

  it('knows gif and tiff', async () => {
    const png = await picture({ width: 50, height: 40 });
    expect(measure(await sharp(png).gif().toBuffer())).toMatchObject({ format: 'gif', width: 50, height: 40 });
    expect(measure(await sharp(png).tiff().toBuffer())).toMatchObject({ format: 'tiff', width: 50, height: 40 });
  });

  it('sees GPS data in a JPEG, and its absence', async () => {
    expect(measure(await picture({ gps: true })).gps).toBe(true);
    expect(measure(await picture({ gps: false })).gps).toBe(false);
  });

  it('takes the orientation into the ratio', async () => {
    const turned = await sharp(await picture({ width: 400, height: 200 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(aspectRatio(measure(turned))).toBe(0.5);
  });

  it('is not fooled by text or half a file', async () => {
    expect(measure(Buffer.from('<html></html>')).format).toBeNull();
    expect(measure((await picture()).subarray(0, 20)).format).toBeNull();
  });
});
