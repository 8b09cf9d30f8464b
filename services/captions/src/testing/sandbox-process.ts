import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HttpClient } from '@postloom/chassis';
import { freePort } from '@postloom/testing';
import { sandboxEnvironment } from '../../../../deploy/sandbox/src/environment.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Its caller closed the connection before it had its answer. */
  readonly isAbandoned: boolean;
}

/** The stand-in for the AI providers, as a separate process. */
export interface SandboxProcess {
  /** The settings that make the service use it. */
  readonly env: Record<string, string>;
  /** Newest first. */
  requests(target: 'openai' | 'anthropic' | 'xai'): Promise<SeenRequest[]>;
  fault(target: 'openai' | 'anthropic' | 'xai', fault: Record<string, unknown>): Promise<void>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const main = new URL('../../../../deploy/sandbox/src/main.ts', import.meta.url).pathname;

export async function startSandboxProcess(): Promise<SandboxProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'captions-sandbox-'));
  const smtpPort = await freePort();
  const child = spawn(process.execPath, ['--no-warnings', main], {
    env: {
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_SEED: '7',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${String(code)}`)));
    createInterface(child.stdout).on('line', (line) => {
      const said = JSON.parse(line) as { ready?: boolean; origin?: string };
      if (said.ready === true && said.origin !== undefined) {
        resolve(said.origin);
      }
    });
  });
  const http = new HttpClient({ allowPrivate: true });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await http.request({
      url: `${origin}${path}`,
      method,
      timeoutMs: 10_000,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
    }
    return answer.text() === '' ? null : answer.json();
  };
  return {
    env: sandboxEnvironment({ origin, smtpPort }),
    requests: async (target) => (await call('GET', `/sandbox/requests?target=${target}`)) as SeenRequest[],
    fault: async (target, fault) => void (await call('PUT', `/sandbox/faults/${target}`, fault)),
    reset: async () => void (await call('POST', '/sandbox/reset')),
    stop: async () => {
      http.close();
      child.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
