import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { removeLeftFolders, withTempFolder } from './temp-folder.ts';

const script = `
  import { withTempFolder } from ${JSON.stringify(join(import.meta.dirname, 'temp-folder.ts'))};
  await withTempFolder(async (folder) => {
    process.stdout.write(folder);
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });`;

describe('temporary folders', () => {
  it('of a killed process are removed by the next one, those of running processes are not', async () => {
    const other = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script]);
    // A process id that was given to another process meanwhile, and a name of another host.
    const reused = join(tmpdir(), `postloom-media-${hostname()}-${process.pid}-1-abc`);
    const elsewhere = join(tmpdir(), `postloom-media-elsewhere-${hostname()}-999999999-1-abc`);
    try {
      const [output] = (await once(other.stdout, 'data')) as [Buffer];
      const folder = output.toString();
      mkdirSync(reused);
      mkdirSync(elsewhere);
      await withTempFolder(async (mine) => {
        await removeLeftFolders();
        expect([folder, mine, reused, elsewhere].map(existsSync)).toEqual([true, true, false, true]);
        const exited = once(other, 'exit');
        other.kill('SIGKILL');
        await exited;
        expect(existsSync(folder)).toBe(true);
        expect(await removeLeftFolders()).toBeGreaterThanOrEqual(1);
        expect([folder, mine].map(existsSync)).toEqual([false, true]);
      });
    } finally {
      other.kill('SIGKILL');
      rmSync(reused, { recursive: true, force: true });
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
