import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { pictureOf, scenes } from './scenes.ts';

describe('the pictures', () => {
  it('are sixty different ones, ten of each business, as the service would send them', async () => {
    const pictures = await Promise.all(scenes.map(pictureOf));
    expect(new Set(pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex'))).size).toBe(60);
    const byProfile = Object.groupBy(scenes, ({ profile }) => profile);
    expect(Object.values(byProfile).map((own) => own.length)).toEqual([10, 10, 10, 10, 10, 10]);
    const { format, width } = await sharp(pictures[0]).metadata();
    expect([format, width]).toEqual(['jpeg', 800]);
  });
});
