import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mayGoOn, watchWork, workOf } from './watch-work.ts';

describe('a process at work', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  async function program(text: string): Promise<number> {
    child = spawn(process.execPath, ['-e', `console.log('started'); ${text}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout) {
      await once(child.stdout, 'data');
    }
    return child.pid ?? 0;
  }

  const tooLong = (pid: number, withinMs: number) =>
    new Promise<void>((resolve) => {
      watchWork(pid, withinMs, resolve);
    });

  it('is stopped when it has had its processor time', async () => {
    const pid = await program('for (;;);');
    await tooLong(pid, 300);
    const work = workOf(pid);
    expect(work?.isRunnable).toBe(true);
    expect(work?.processorMs).toBeGreaterThanOrEqual(300);
  });

  it('is stopped at its time when it does nothing', async () => {
    const pid = await program('setInterval(() => {}, 1e6);');
    const startedMs = performance.now();
    await tooLong(pid, 300);
    expect(performance.now() - startedMs).toBeLessThan(1_500);
  });

  it('may take longer by the clock when others have the processor, six times as long at most', () => {
    const waiting = { processorMs: 2_000, isRunnable: true };
    expect(mayGoOn(waiting, 10_000, 10_000)).toBe(true);
    expect(mayGoOn(waiting, 59_000, 10_000)).toBe(true);
    expect(mayGoOn(waiting, 60_000, 10_000)).toBe(false);
    expect(mayGoOn({ ...waiting, processorMs: 10_000 }, 10_000, 10_000)).toBe(false);
    expect(mayGoOn({ ...waiting, isRunnable: false }, 10_000, 10_000)).toBe(false);
  });

  it('has no work when it is gone', async () => {
    const pid = await program('process.exit(0);');
    await once(child as ChildProcess, 'close');
    expect(workOf(pid)).toBeNull();
  });
});
