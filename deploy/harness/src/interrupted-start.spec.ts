import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { startOf } from '../../local/src/process/identity.ts';

describe('a stack for tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-live-stack-'));
  });
  const children: number[] = [];
  const isAlive = (pid: number): boolean => startOf(pid) !== undefined;
  afterEach(() => {
    for (const pid of children.splice(0).filter(isAlive)) {
      process.kill(pid, 'SIGKILL');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['is interrupted', '', 'SIGTERM', 130],
    ['fails outside every try', `throw new Error('A defect of the program');`, null, 1],
  ] as const)(
    'ends with the program that starts it, also before it is ready, when that %s',
    async (_, then, signal, code) => {
      const [pidFile, stack, program] = ['pid', 'stack.mjs', 'program.ts'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      // Never ready, and ends on SIGTERM as the product does.
      writeFileSync(
        stack,
        `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => undefined, 60_000);
      writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`,
      );
      writeFileSync(
        program,
        `import { existsSync } from 'node:fs';
      import { startLiveStack } from ${JSON.stringify(join(import.meta.dirname, '../../local/src/checks/live-stack.ts'))};
      const untilItRuns = setInterval(() => {
        if (existsSync(${JSON.stringify(pidFile)})) {
          clearInterval(untilItRuns);
          ${then}
        }
      }, 20);
      await startLiveStack(${JSON.stringify(join(folder, 'data'))}, {}, ${JSON.stringify(stack)});`,
      );
      const starter = spawn(process.execPath, ['--no-warnings', program], { stdio: 'ignore' });
      const exited = once(starter, 'exit');
      await eventually('the stack starts', () => {
        expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
      });
      const pid = Number(readFileSync(pidFile, 'utf8'));
      children.push(pid);
      if (signal !== null) {
        starter.kill(signal);
      }
      expect(await exited).toEqual([code, null]);
      expect(isAlive(pid)).toBe(false);
    },
  );
});
