import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, ShutdownRegistry } from '@postloom/chassis';
import { refusal } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { PictureProcesses } from './picture-processes.ts';

/** A decoder that a picture brings to do what the file says: hang, or die. */
class Hostile extends PictureProcesses {
  protected override readonly program = new URL('../testing/fixtures/hostile-decoder.mjs', import.meta.url);
  protected override readonly taskMs = 2_500;
}

describe('the picture process', () => {
  const logger = createLogger('media', 'silent');
  const shutdown = new ShutdownRegistry(logger);
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-pictures-'));
  });
  afterAll(async () => {
    await shutdown.run('close');
    rmSync(folder, { recursive: true });
  });

  const file = (name: string, content: Buffer | string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const inspect = (pictures: PictureProcesses, path: string) =>
    pictures.run({ kind: 'inspect', path, type: 'image/jpeg' });

  it('is killed when a picture makes it hang, and the next picture is not hurt by that', async () => {
    const pictures = new Hostile(logger, shutdown);
    const [hung, next] = await Promise.all([
      refusal(inspect(pictures, file('hang', 'hang'))),
      inspect(pictures, file('fine', 'fine')),
    ]);
    expect(hung).toMatchObject({ code: 'image_too_large' });
    expect(next.facts).toEqual({ width: 1, height: 1 });
  });

  it('may die over a picture, and the next one gets a new process', async () => {
    const pictures = new Hostile(logger, shutdown);
    const [died, next] = await Promise.all([
      refusal(inspect(pictures, file('die', 'die'))),
      inspect(pictures, file('fine', 'fine')),
    ]);
    expect(died).toMatchObject({ code: 'invalid_image' });
    expect(next.ok).toBe(true);
  });

  it('lost over a picture that could be read before is a reason to try again', async () => {
    const pictures = new Hostile(logger, shutdown);
    const path = file('die', 'die');
    const lost = await refusal(pictures.run({ kind: 'derive', path, type: 'image/jpeg', folder }));
    expect(lost).toMatchObject({ code: 'unavailable' });
  });

  it('works through pictures one after another', async () => {
    const pictures = new PictureProcesses(logger, shutdown);
    const sizes = [10, 20, 30, 40];
    const paths = await Promise.all(sizes.map(async (size) => file(`${size}.jpg`, await jpeg(size, size, size))));
    const answers = await Promise.all(paths.map((path) => inspect(pictures, path)));
    expect(answers.map(({ facts }) => facts.width)).toEqual(sizes);
  });
});
