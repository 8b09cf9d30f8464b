import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);

describe('the bundle of a service', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-bundle-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Bundles these compiled modules, the paths being those in `dist`. */
  async function bundle(modules: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, code] of Object.entries(modules)) {
      const file = join(folder, 'dist', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
    await run(process.execPath, [join(import.meta.dirname, 'main.ts')], { cwd: folder });
  }
  const program = (name: string): string => join(folder, 'dist', 'bundle', name);

  it('is a program of all modules, and one of each process that it starts', async () => {
    await bundle({
      'main.js': `import { word } from './a/word.js'; console.log(word);`,
      'a/word.js': `export const word = 'Grüße';`,
      'b/other-process.js': `console.log('other');`,
    });
    rmSync(join(folder, 'dist', 'a'), { recursive: true });
    expect((await run(process.execPath, [program('main.js')])).stdout).toBe('Grüße\n');
    expect(existsSync(program('other-process.js'))).toBe(true);
  });

  it.each([
    ['a package', `import 'nowhere-to-be-found';`, 'nowhere-to-be-found'],
    ['a package that is loaded on demand', `await import('nowhere-to-be-found');`, 'nowhere-to-be-found'],
    ['a module', `import './nowhere.js';`, './nowhere.js'],
    ['an export', `import { nothing } from './some.js'; console.log(nothing);`, 'nothing'],
  ])('is none when %s is missing: the build says which, and leaves nothing to start', async (_what, code, name) => {
    const built = bundle({ 'main.js': code, 'some.js': 'export const some = 1;' });
    await expect(built).rejects.toThrow(name);
    expect(existsSync(program('main.js'))).toBe(false);
  });

  it('is none when two processes would become one file', async () => {
    const built = bundle({ 'main.js': '', 'a/one-process.js': '', 'b/one-process.js': '' });
    await expect(built).rejects.toThrow('would both become one-process.js');
  });
});
