import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFilePath } from '../../local/src/stack/run-file.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';

/** The stack that `npm start` runs, found through its run file. @throws Error that says what to do when there is none. */
export function runningStack(): RunFile {
  const path = runFilePath(process.env['POSTLOOM_DATA_DIR'] ?? join(import.meta.dirname, '../../../.data'));
  if (!existsSync(path)) {
    throw new Error(
      `No stack runs on ${path}. Start one with: npm start (and set POSTLOOM_DATA_DIR for another data folder)`,
    );
  }
  return JSON.parse(readFileSync(path, 'utf8')) as RunFile;
}
