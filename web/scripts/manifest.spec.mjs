import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { documentTitle, screenAt } from '../src/app/routes.ts';
import { draw, icons } from './icons.mjs';

const web = resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(resolve(web, file));
const text = (file) => read(file).toString();
const manifest = JSON.parse(text('public/site.webmanifest'));
const pixelsOf = (file) => sharp(read(file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** The colour at a place of an image, as #rrggbbaa. */
function colorAt({ data, info }, x, y) {
  return `#${data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4).toString('hex')}`;
}

it('has all that browsers ask of what they install', () => {
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', name: 'Postloom' });
  const sizes = manifest.icons.map(({ sizes: size, purpose = 'any' }) => `${purpose} ${size}`);
  for (const wanted of ['any 192x192', 'any 512x512', 'maskable 512x512']) expect(sizes).toContain(wanted);
  expect(text('index.html')).toContain('<link rel="manifest" href="/site.webmanifest" />');
});

it('has the colours of the page: its ground before it is there, and around it', () => {
  const [, paper] = /--paper: (#[0-9a-f]{6})/.exec(text('src/ui/tokens.css'));
  expect([manifest.background_color, manifest.theme_color].map((one) => one.toLowerCase())).toEqual([paper, paper]);
  expect(text('index.html')).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`);
});

it('leads by its shortcuts to screens by their names', () => {
  for (const { name, url } of manifest.shortcuts) expect(documentTitle(screenAt(url, true))).toBe(`${name} · Postloom`);
});

it.each(manifest.icons.filter(({ type }) => type === 'image/png'))('shows an icon of its size: $src', async (icon) => {
  const { width, height, format } = await sharp(read(`public${icon.src}`)).metadata();
  expect([`${width}x${height}`, format]).toEqual([icon.sizes, 'png']);
});

it.each(icons)('draws $name from the mark as it is', async (icon) => {
  const svg = text('public/icon.svg');
  expect((await draw(svg, icon)).equals(read(`public/${icon.name}`))).toBe(true);
});

it.each(['icon-maskable-512.png', 'icon-maskable-192.png', 'icon-180.png'])(
  'lets any shape be cut of %s',
  async (name) => {
    const image = await pixelsOf(`public/${name}`);
    const { width } = image.info;
    const [, ground] = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(text('public/icon.svg'));
    const corners = [0, width - 1].flatMap((x) => [0, width - 1].map((y) => colorAt(image, x, y)));
    expect(new Set(corners)).toEqual(new Set([`${ground}ff`]));
    if (!name.includes('maskable')) return;
    // Nothing of the mark is outside the circle that every system shows.
    let outside = 0;
    for (let y = 0; y < width; y++)
      for (let x = 0; x < width; x++)
        if (
          Math.hypot(x + 0.5 - width / 2, y + 0.5 - width / 2) > width * 0.4 &&
          colorAt(image, x, y) !== `${ground}ff`
        )
          outside++;
    expect(outside).toBe(0);
  },
);
