import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFilePath } from '../../local/src/stack/run-file.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';

/** What the stack on that data folder says of its processes right now. */
export function readRunFile(dataDir: string): RunFile {
  return JSON.parse(readFileSync(runFilePath(dataDir), 'utf8')) as RunFile;
}

/** The stack that `npm start` runs, found through its run file. @throws Error that says what to do when there is none. */
export function runningStack(): RunFile {
  const dataDir = process.env['POSTLOOM_DATA_DIR'] ?? join(import.meta.dirname, '../../../.data');
  const path = runFilePath(dataDir);
  if (!existsSync(path)) {
    throw new Error(
      `No stack runs on ${path}. Start one with: npm start (and set POSTLOOM_DATA_DIR for another data folder)`,
    );
  }
  return readRunFile(dataDir);
}
