import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { testNats } from './test-nats.ts';

// Starting and ending PostgreSQL takes long on a machine that is busy.
jest.setTimeout(180_000);

describe('test servers', () => {
  it('a NATS server keeps its streams over kill -9 and loses them when it is wiped', async () => {
    const nats = await testNats();
    try {
      const streams = async (): Promise<string[]> => {
        const manager = await jetstreamManager(await nats.connection(), { timeout: 3_000 });
        return (await manager.streams.list().next()).map((stream) => stream.config.name);
      };
      const manager = await jetstreamManager(await nats.connection());
      await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] });
      await nats.kill();
      await nats.restart();
      await eventually('the stream is there again', async () => expect(await streams()).toEqual(['KEPT']));
      await nats.wipe();
      await nats.restart();
      await eventually('the stream is gone', async () => expect(await streams()).toEqual([]));
    } finally {
      await nats.stop();
    }
  });

  it('leave nothing behind when the run is killed', async () => {
    const fixture = fileURLToPath(new URL('./abandoned-run.fixture.ts', import.meta.url));
    const { POSTLOOM_TEST_RUN: _run, POSTLOOM_TEST_RUN_PARENT: _parent, ...environment } = process.env;
    const child = spawn(process.execPath, ['--no-warnings', fixture], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
    });
    const run = await eventually(
      'the run has its servers',
      () => {
        const started = JSON.parse(said) as { directory: string; pids: number[] };
        expect(started.pids).toHaveLength(3);
        return started;
      },
      { timeoutMs: 60_000 },
    );
    for (const pid of run.pids) {
      expect(isAlive(pid)).toBe(true);
    }
    child.kill('SIGKILL');
    await eventually(
      'servers and files are gone',
      () => {
        expect(run.pids.filter((pid) => isAlive(pid))).toEqual([]);
        expect(existsSync(run.directory) ? readdirSync(run.directory) : []).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Where orphans are not reaped they remain as zombie entries without a program.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false; // ESRCH or ENOENT: no such process
  }
}
