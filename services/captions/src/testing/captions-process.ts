import { HttpClient } from '@postloom/chassis';
import { eventually, spawnService } from '@postloom/testing';
import type { TestDatabase } from '@postloom/testing';

const main = new URL('../main.ts', import.meta.url).pathname;

export interface CaptionsProcess {
  /** With no chance to end anything in order. */
  kill(): Promise<void>;
}

/** The service as a process of its own; resolves when it is ready. */
export async function startCaptionsProcess(
  natsUrl: string,
  database: TestDatabase,
  env: Record<string, string>,
): Promise<CaptionsProcess> {
  const nats = { url: natsUrl };
  const { child, port, output } = await spawnService({ ...{ name: 'captions', main, nats, database }, env });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const http = new HttpClient({ allowPrivate: true });
  try {
    await eventually(
      'captions is ready',
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
