import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

describe('one run of the checks per checkout', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-one-run-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A process that claims the checkout, reports the result, and stays until its input ends. */
  function claimant(): { said: Promise<string>; end: (signal?: NodeJS.Signals) => Promise<void>; pid: number } {
    const program = `
      const { claimCheckout } = await import(${JSON.stringify(join(import.meta.dirname, 'one-run.ts'))});
      console.log(String(claimCheckout(${JSON.stringify(join(folder, 'claim'))})));
      process.stdin.resume().on('end', () => process.exit());`;
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const said = once(child.stdout, 'data').then(([text]) => String(text).trim());
    const end = async (signal?: NodeJS.Signals): Promise<void> => {
      const exited = once(child, 'exit');
      if (signal === undefined) {
        child.stdin.end();
      } else {
        child.kill(signal);
      }
      await exited;
    };
    return { said, end, pid: child.pid ?? 0 };
  }

  it('names the process that has the checkout, and gives it to the next one when that has ended', async () => {
    const first = claimant();
    expect(await first.said).toBe('undefined');
    const second = claimant();
    expect(await second.said).toBe(String(first.pid));
    await second.end();
    await first.end();
    expect(existsSync(join(folder, 'claim'))).toBe(false);
    const third = claimant();
    expect(await third.said).toBe('undefined');
    await third.end('SIGKILL');
    const fourth = claimant();
    expect(await fourth.said).toBe('undefined');
    await fourth.end();
  });

  it('takes a claim that nobody can read for none', async () => {
    writeFileSync(join(folder, 'claim'), '{"pid":');
    const only = claimant();
    expect(await only.said).toBe('undefined');
    await only.end();
  });
});
