import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sandboxEnvironment } from '../environment.ts';
import { Harness, picture } from '../testing/harness.ts';
import { AppendLog } from './append-log.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const h = new Harness();
const children: ChildProcess[] = [];
let dataDir = '';

beforeAll(async () => {
  await h.start();
  dataDir = await mkdtemp(join(tmpdir(), 'postloom-ledger-'));
});
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
    }
  }
  await h.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Running {
  readonly process: ChildProcess;
  readonly origin: string;
  readonly port: number;
  readonly smtpPort: number;
}

/** The real program, as the local default runs it. */
async function run(): Promise<Running> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_QUOTAS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { ready?: boolean; origin: string; port: number; smtpPort: number };
    if (entry.ready === true) {
      return { process: child, origin: entry.origin, port: entry.port, smtpPort: entry.smtpPort };
    }
  }
  throw new Error('the sandbox ended before it was ready');
}

/** A harness whose calls go to the other process. */
function against(running: Running): Harness {
  const other = new Harness();
  other.sandbox = {
    origin: running.origin,
    port: running.port,
    smtpPort: running.smtpPort,
    seed: 0,
    close: () => Promise.resolve(),
  };
  return other;
}

describe('the ledger of the running program', () => {
  it('loses nothing that was answered when it is killed with kill -9, and repeats nothing', async () => {
    const address = h.pictures.add(await picture());
    const answered = new Set<string>();
    let token = '';
    let account = '';
    for (let round = 0; round < 3; round += 1) {
      const running = await run();
      const client = against(running);
      if (token === '') {
        ({ token, account } = await client.instagram());
      }
      let number = 0;
      const worker = async (): Promise<void> => {
        for (;;) {
          const caption = `round ${round} post ${(number += 1)}`;
          try {
            const answer = await client.publishOnInstagram(token, account, caption, address);
            if (answer.status !== 200) {
              throw new Error(answer.text);
            }
            answered.add(String(answer.body['id']));
            if (answered.size >= (round + 1) * 60 && !running.process.killed) {
              running.process.kill('SIGKILL');
            }
          } catch (error) {
            if (running.process.killed) {
              return;
            }
            throw error;
          }
        }
      };
      await Promise.all([...Array.from({ length: 8 }, worker), once(running.process, 'exit')]);
    }
    await appendFile(join(dataDir, 'publications.jsonl'), '{"type":"published","post":{"platform":"inst');
    const running = await run();
    const client = against(running);
    const rows = await client.publications(`?account=${account}`);
    const ids = rows.map((row) => row.remoteId);
    expect(answered.size).toBeGreaterThanOrEqual(180);
    expect([...answered].filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(rows.map((row) => row.text)).size).toBe(rows.length);

    // The token from before the first kill still works, and the torn line did not swallow the next one.
    const next = await client.publishOnInstagram(token, account, 'after all', address);
    expect(next.status).toBe(200);
    running.process.kill('SIGTERM');
    expect((await once(running.process, 'exit'))[0]).toBe(0);
    const again = await run();
    expect((await against(again).publications(`?account=${account}`)).at(-1)?.text).toBe('after all');
    again.process.kill('SIGTERM');
    await once(again.process, 'exit');
  });

  it('refuses a ledger that is damaged in the middle rather than forget', async () => {
    const path = join(dataDir, 'damaged.jsonl');
    await writeFile(path, '{"a":1}\n{"b":\n{"c":3}\n');
    await expect(AppendLog.open(path, { sync: true })).rejects.toThrow('line 2 is not JSON');
  });

  it('writes many entries with few writes, in their order', async () => {
    const path = join(dataDir, 'group.jsonl');
    const { log } = await AppendLog.open(path, { sync: true });
    await Promise.all(Array.from({ length: 500 }, (_, n) => log.append({ n })));
    await log.close();
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(
      Array.from({ length: 500 }, (_, n) => n),
    );
  });

  it('gives services every address', () => {
    const env = sandboxEnvironment({ origin: 'http://localhost:3900/', smtpPort: 1025 });
    expect(env).toMatchObject({
      INSTAGRAM_GRAPH_URL: 'http://localhost:3900/instagram/graph',
      X_API_URL: 'http://localhost:3900/x',
      OPENAI_BASE_URL: 'http://localhost:3900/openai/v1',
      SMTP_URL: 'smtp://127.0.0.1:1025',
    });
  });
});
