import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeRunFile } from '../../local/src/stack/run-file.ts';
import type { Facts } from './facts.ts';
import { Striker } from './strikes.ts';
import type { Struck } from './strikes.ts';

describe('a strike', () => {
  let child: ChildProcess | undefined;
  let dataDir = '';
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'postloom-strikes-'));
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });

  /** A freeze of one millisecond of that process, as the second dispatcher. */
  async function frozen(process: ChildProcess): Promise<readonly Struck[]> {
    const processes = { 'scheduling-2': { pid: process.pid ?? 0, start: undefined, restarts: 0 } };
    writeRunFile(dataDir, { url: '', sandboxUrl: '', processes });
    const striker = new Striker(dataDir, {} as Facts, () => undefined);
    await striker.run([{ atMs: 0, kind: 'freeze', victim: 'scheduling-2', forMs: 1 }], Date.now());
    return striker.struck;
  }

  it('counts when it has hit a process', async () => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(child, 'spawn');
    expect(await frozen(child)).toMatchObject([{ kind: 'freeze', victim: 'scheduling-2' }]);
  });

  it('does not count on a process that has ended by itself', async () => {
    child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(await frozen(child)).toEqual([]);
  });
});
