/** The renditions of media's `picture-process.ts` with sharp and nothing around it; the figures are told by a message. Forked by `media-bench.ts`. */
import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { inParallel } from '../../harness/src/in-parallel.ts';

const [path = '', count = '1'] = process.argv.slice(2);
const LARGE = 2_048;
const SOCIAL = 1_440;

sharp.cache(false);
sharp.concurrency(1);

async function renditions(picture: Buffer): Promise<void> {
  const { data, info } = await sharp(picture, { failOn: 'error', sequentialRead: true })
    .rotate()
    .resize(LARGE, LARGE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const middle = await pixels.clone().resize(800).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = middle.info;
  const small = sharp(middle.data, { raw: { width, height, channels } });
  await Promise.all([
    pixels.clone().jpeg({ quality: 88, optimiseCoding: false }).toBuffer(),
    pixels.clone().resize(SOCIAL, SOCIAL, { fit: 'inside' }).jpeg({ quality: 88, optimiseCoding: false }).toBuffer(),
    small.clone().jpeg({ quality: 80, optimiseCoding: false }).toBuffer(),
    small.clone().webp({ quality: 76, effort: 2 }).toBuffer(),
    small.clone().resize(400).webp({ quality: 76 }).toBuffer(),
    small.clone().resize(200).webp({ quality: 76 }).toBuffer(),
  ]);
}

const picture = readFileSync(path);
await renditions(picture); // warms up
const startedMs = performance.now();
const before = process.cpuUsage();
await inParallel([...Array(Number(count)).keys()], availableParallelism(), () => renditions(picture));
const { user, system } = process.cpuUsage(before);
process.send?.({
  perSecond: (Number(count) * 1_000) / (performance.now() - startedMs),
  ms: (user + system) / 1_000 / Number(count),
});
process.disconnect();
