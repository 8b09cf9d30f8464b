/**
 * Draws the icons of the installed product (web/public/icon-*.png) from icon.svg, the brand's mark. Run it after a change of
 * the mark: node web/scripts/icons.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../public');

/**
 * name, pixels, and for icons whose system cuts a shape of its own how much of the width the tile takes: with a ground to the
 * edges, and the mark inside the circle of 80 % that no system cuts (https://w3c.github.io/manifest/#icon-masks). A badge stands beside
 * a notification, where systems take nothing of it but its shape.
 */
export const icons = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-180.png', size: 180, tile: 1 },
  { name: 'icon-maskable-192.png', size: 192, tile: 0.82 },
  { name: 'icon-maskable-512.png', size: 512, tile: 0.82 },
  { name: 'badge-96.png', size: 96, isBadge: true },
];

/** The ground goes to the edges, without round corners; the mark on it is as large as in a tile of that share. */
function toEdges(svg, tile) {
  const [ground] = /<rect[^>]*\/>/.exec(svg);
  const [color] = /#[0-9a-f]{6}/.exec(ground);
  const offset = (32 - 32 * tile) / 2;
  return svg
    .replace(
      ground,
      `<rect width="32" height="32" fill="${color}"/><g transform="translate(${offset} ${offset}) scale(${tile})">`,
    )
    .replace('</svg>', '</g></svg>');
}

/** The mark alone, in white: what has the color of the ground is not there. */
async function shapeOf(svg, size) {
  const [ground] = /#[0-9a-f]{6}/.exec(svg);
  const onBlack = svg.replace(/#[0-9a-f]{6}/g, (color) => (color === ground ? '#000000' : '#ffffff'));
  const shape = await sharp(Buffer.from(onBlack), { density: (72 * size) / 32 })
    .resize(size, size)
    .flatten({ background: '#000000' })
    .extractChannel(0)
    .toBuffer();
  const white = { width: size, height: size, channels: 3, background: '#ffffff' };
  return sharp({ create: white }).joinChannel(shape).png({ compressionLevel: 9 }).toBuffer();
}

export async function draw(svg, { size, tile, isBadge = false }) {
  if (isBadge) return shapeOf(svg, size);
  const text = tile === undefined ? svg : toEdges(svg, tile);
  const image = sharp(Buffer.from(text), { density: (72 * size) / 32 }).resize(size, size);
  return (tile === undefined ? image : image.removeAlpha()).png({ compressionLevel: 9, palette: true }).toBuffer();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const svg = await readFile(join(folder, 'icon.svg'), 'utf8');
  for (const icon of icons) await writeFile(join(folder, icon.name), await draw(svg, icon));
}
