import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HttpClient } from '@postloom/chassis';
import { freePort } from '@postloom/testing';
import { sandboxEnvironment } from '../../../../deploy/sandbox/src/environment.ts';

export interface Publication {
  readonly platform: string;
  readonly accountId: string;
  readonly remoteId: string;
  readonly kind: string;
  readonly text: string;
  readonly media: readonly { readonly sha256: string; readonly mimeType: string; readonly bytes: number }[];
  readonly at: string;
  readonly permalink: string;
  /** Deleted through the API. */
  readonly deletedAt?: string;
}

export interface SeenRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly [field: string]: unknown;
}

/** The stand-in for the platforms as its own process, with a data directory of its own. */
export interface SandboxProcess {
  readonly origin: string;
  /** The settings that make the service use it. */
  readonly env: Record<string, string>;
  publications(filter?: { platform?: string; account?: string }): Promise<Publication[]>;
  /** As if the post had gone out then. */
  move(post: Publication, at: Date): Promise<void>;
  requests(target: string): Promise<SeenRequest[]>;
  fault(target: string, fault: Record<string, unknown>): Promise<void>;
  settings(change: Record<string, unknown>): Promise<void>;
  reset(): Promise<void>;
  /** A further account, as `POST /sandbox/accounts` makes it. */
  addAccount(account: Record<string, unknown>): Promise<void>;
  /** Answers an authorize URL as a person would: the query of the redirect back. */
  approve(authUrl: string, account?: string): Promise<Record<string, string>>;
  /** Cancels instead. */
  cancel(authUrl: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

const main = new URL('../../../../deploy/sandbox/src/main.ts', import.meta.url).pathname;

export async function startSandboxProcess(env: Record<string, string> = {}): Promise<SandboxProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'publisher-sandbox-'));
  const port = await freePort();
  const smtpPort = await freePort();
  const child = spawn(process.execPath, ['--no-warnings', main], {
    env: {
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_SEED: '7',
      SANDBOX_WEBHOOK_URL: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await readyOrigin(child);
  const http = new HttpClient({ allowPrivate: true });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await http.request({
      url: `${origin}${path}`,
      method,
      timeoutMs: 10_000,
      maxResponseBytes: 50_000_000,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (response.status >= 300) {
      throw new Error(`${method} ${path}: ${response.status} ${response.text()}`);
    }
    return response.text() === '' ? null : response.json();
  };
  const follow = async (url: URL, method: 'GET' | 'POST', body?: string): Promise<Record<string, string>> => {
    const response = await http.request({
      url,
      method,
      timeoutMs: 10_000,
      redirect: 'manual',
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
    const location = response.headers['location'];
    if (location === undefined) {
      throw new Error(`no redirect: ${response.status} ${response.text().slice(0, 300)}`);
    }
    const back = new URL(location);
    return Object.fromEntries(back.searchParams);
  };
  return {
    origin,
    env: sandboxEnvironment({ origin, smtpPort }),
    publications: async (filter = {}) =>
      (await call('GET', `/sandbox/publications?${new URLSearchParams(filter).toString()}`)) as Publication[],
    move: async ({ platform, remoteId }, at) =>
      void (await call('PUT', `/sandbox/publications/${platform}/${encodeURIComponent(remoteId)}`, { at })),
    requests: async (target) => (await call('GET', `/sandbox/requests?target=${target}`)) as SeenRequest[],
    fault: async (target, fault) => void (await call('PUT', `/sandbox/faults/${target}`, fault)),
    settings: async (change) => void (await call('PUT', '/sandbox/settings', change)),
    addAccount: async (account) => void (await call('POST', '/sandbox/accounts', account)),
    reset: async () => void (await call('POST', '/sandbox/reset')),
    approve: (authUrl, account) => {
      const url = new URL(authUrl);
      url.searchParams.set('sandbox_approve', '1');
      if (account !== undefined) {
        url.searchParams.set('sandbox_account', account);
      }
      return follow(url, 'GET');
    },
    cancel: (authUrl) => follow(new URL(authUrl), 'POST', 'decision=cancel'),
    stop: async () => {
      http.close();
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ends a child of ours and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

function readyOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const errors: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${String(code)}: ${errors.join('')}`)));
    if (!child.stdout) {
      throw new Error('no output');
    }
    createInterface(child.stdout).on('line', (line) => {
      const said = JSON.parse(line) as { ready?: boolean; origin?: string };
      if (said.ready === true && said.origin !== undefined) {
        resolve(said.origin);
      }
    });
  });
}
