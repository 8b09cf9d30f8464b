import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Facts } from './facts.ts';
import { Striker } from './strikes.ts';
import type { Struck } from './strikes.ts';
import type { Twin } from './twins.ts';

describe('a strike', () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill('SIGKILL'));

  /** A freeze of one millisecond of that process, as the second dispatcher. */
  async function frozen(process: ChildProcess): Promise<readonly Struck[]> {
    const twin = { name: 'scheduling-2', pid: process.pid } as unknown as Twin;
    const striker = new Striker('', [twin], {} as Facts, () => undefined);
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
