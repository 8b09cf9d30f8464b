import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { socialPreview } from '../src/app/public-pages.ts';
import { renderSocialPreview } from '../src/prerender.tsx';
import { inLight, markOf } from './social-preview.mjs';

const web = resolve(import.meta.dirname, '..');
const picture = `${web}/public${socialPreview.path}`;
const drawing = () => inLight(renderSocialPreview(), readFileSync(`${web}/src/ui/tokens.css`, 'utf8'));

it('is a picture of the size that its tags name, and small', async () => {
  const { width, height, format } = await sharp(picture).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  expect([socialPreview.width, socialPreview.height]).toEqual([width, height]);
  expect(statSync(picture).size).toBeLessThan(150_000);
});

it('is of the drawing as it is: run node web/scripts/social-preview.mjs after a change', async () => {
  const { exif } = await sharp(picture).metadata();
  expect(exif?.toString('latin1')).toContain(markOf(drawing()));
});

it('is drawn in the brand’s own colors and typeface alone', () => {
  expect(drawing()).not.toContain('var(');
  expect(drawing().match(/font-family="([^"]+)"/g)).toEqual(['font-family="Bricolage Grotesque"']);
  expect(() => inLight('<svg fill="var(--no-such)" />', readFileSync(`${web}/src/ui/tokens.css`, 'utf8'))).toThrow(
    '--no-such',
  );
});
