import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runDirectory } from '@postloom/testing';

const run = promisify(execFile);
const main = new URL('../main.ts', import.meta.url).pathname;
const bundler = new URL('../../../../deploy/bundle/src/from-sources.ts', import.meta.url).pathname;

/** The publisher as one program, built from the current sources on first use in a test run. */
export async function publisherProgram(): Promise<string> {
  const folder = join(runDirectory(), 'publisher');
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`);
    await run(process.execPath, ['--no-warnings', bundler, main, own]);
    try {
      renameSync(own, folder);
    } catch (error) {
      if (!existsSync(folder)) {
        throw error;
      }
      rmSync(own, { recursive: true }); // another worker was quicker with the same
    }
  }
  return join(folder, 'main.js');
}
