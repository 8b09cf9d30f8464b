/**
 * Draws web/public/social-preview.png, the picture beside a link to the product in chats and feeds, from its drawing in the
 * landing page's code, with the brand's typeface and colors. Run it after a change of any of them, with a Chromium:
 *
 *     CHROMIUM_PATH=/usr/bin/chromium node web/scripts/social-preview.mjs
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { socialPreview } from '../src/app/public-pages.ts';
import { prerendered } from './prerendered.mjs';

const web = join(import.meta.dirname, '..');
const picture = join(web, 'public', socialPreview.path);

/** The drawing with the values of the design tokens in the light theme in place of their names. */
export function inLight(svg, tokens) {
  const [, light] = /\[data-theme='light'\] \{(.*?)\}/s.exec(tokens);
  return svg.replace(/var\((--[\w-]+)\)/g, (_, name) => {
    const [, value] = new RegExp(`${name}: ([^;]+);`).exec(light) ?? [];
    if (value === undefined) throw new Error(`${name} is no token`);
    return value;
  });
}

/** Stands in the picture, so that a test knows whether it is of the drawing as it is. */
export const markOf = (svg) => `of ${createHash('sha256').update(svg).digest('hex')}`;

async function draw(svg) {
  const font = await readFile(join(web, 'public/fonts/bricolage-grotesque-latin.woff2'), 'base64');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: socialPreview });
  await page.setContent(
    `<style>
      @font-face { font-family: 'Bricolage Grotesque'; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
      body { margin: 0 } svg { display: block }
    </style>${svg}`,
  );
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot();
  await browser.close();
  return sharp(shot)
    .removeAlpha()
    .withExif({ IFD0: { ImageDescription: markOf(svg) } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { renderSocialPreview } = await prerendered();
  const tokens = await readFile(join(web, 'src/ui/tokens.css'), 'utf8');
  await writeFile(picture, await draw(inLight(renderSocialPreview(), tokens)));
  // The bundler's worker threads may keep the process alive.
  process.exit(0);
}
