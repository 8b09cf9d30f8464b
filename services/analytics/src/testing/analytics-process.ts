import { HttpClient } from '@postloom/chassis';
import { eventually, spawnService } from '@postloom/testing';
import type { TestDatabase, TestNats } from '@postloom/testing';

const main = new URL('../main.ts', import.meta.url).pathname;

export interface AnalyticsProcess {
  /** With no chance to end anything in order. */
  kill(): Promise<void>;
}

/** The service as a process of its own; resolves when it is ready. */
export async function startAnalyticsProcess(nats: TestNats, database: TestDatabase): Promise<AnalyticsProcess> {
  // What the broker loses comes back within seconds.
  const env = { FEED_EVERY_MS: '1000' };
  const { child, port, output } = await spawnService({ name: 'analytics', main, nats, database, env });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const http = new HttpClient({ allowPrivate: true });
  try {
    await eventually(
      'analytics is ready',
      async () => {
        const url = `http://127.0.0.1:${port}/health/ready`;
        const { status } = await http.request({ url, method: 'GET', timeoutMs: 2_000 });
        if (status !== 200) {
          throw new Error(`${status} ${output().slice(-2_000)}`);
        }
      },
      { timeoutMs: 30_000 },
    );
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    http.close();
  }
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The command that operators run, as a process beside the service. */
export async function runRebuild(nats: TestNats, database: TestDatabase): Promise<void> {
  const { child, output } = await spawnService({ name: 'analytics', main, nats, database, args: ['rebuild'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) {
    throw new Error(`rebuild ended with ${String(code)}: ${output().slice(-2_000)}`);
  }
}
