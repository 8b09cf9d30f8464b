import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { giveWay } from './give-way.ts';

/** Has read something in a thread of its pool before it says so. */
const program = `fs.promises.readFile('/proc/self/stat').then(() => { console.log('begun'); setInterval(() => {}, 1e6); })`;

function threadsOf(pid: number): number[] {
  return existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}

describe('a process that gives way', () => {
  it('does so with all its threads, and with its session where the system shares processors among sessions', async () => {
    const child = spawn(process.execPath, ['-e', program], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    const { pid = 0 } = child;
    try {
      const hasSessions = existsSync(`/proc/${pid}/autogroup`);
      expect(giveWay(pid)).toBe(hasSessions);
      expect(new Set(threadsOf(pid).map((thread) => getPriority(thread)))).toEqual(new Set([5]));
      if (hasSessions) {
        expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/ nice 5$/m);
      }
    } finally {
      child.kill('SIGKILL');
    }
  });
});
