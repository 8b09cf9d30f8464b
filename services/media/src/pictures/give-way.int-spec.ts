import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { giveWay } from './give-way.ts';

describe('a process that gives way', () => {
  it('comes last, and so does its session where the system shares processors among sessions', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' });
    await once(child, 'spawn');
    const { pid = 0 } = child;
    try {
      const hasSessions = existsSync(`/proc/${pid}/autogroup`);
      expect(giveWay(pid)).toBe(hasSessions);
      expect(getPriority(pid)).toBe(19);
      if (hasSessions) {
        expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/ nice 19$/m);
      }
    } finally {
      child.kill('SIGKILL');
    }
  });
});
