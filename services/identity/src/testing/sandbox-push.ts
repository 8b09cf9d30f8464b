import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from '@postloom/chassis';
import type { PushDeviceInput } from '@postloom/contracts';
import { startSandbox } from '../../../../deploy/sandbox/src/sandbox.ts';

export interface Came {
  readonly came: { text: string; ttl: number; urgency: string; topic: string }[];
  readonly refused: string[];
}

/** The sandbox's push service on a free port, and browsers whose pushes it opens. */
export async function openSandboxPush() {
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-push-'));
  const errors: unknown[] = [];
  const sandbox = await startSandbox({ dataDir, port: 0, smtpPort: 0, report: (error) => errors.push(error) });
  const http = new HttpClient({ allowPrivate: true });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await http.request({
      url: `http://127.0.0.1:${sandbox.port}/sandbox/push/browsers${path}`,
      method,
      timeoutMs: 10_000,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return answer.json() as T;
  };
  return {
    async browser() {
      const { id, ...device } = await call<PushDeviceInput & { id: string }>('POST', '', {});
      return {
        device,
        told: () => call<Came>('GET', `/${id}`),
        answer: (...answers: { status: number; retryAfter?: number }[]) => call('PUT', `/${id}/answers`, answers),
      };
    },
    async close(): Promise<void> {
      http.close();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type SandboxPush = Awaited<ReturnType<typeof openSandboxPush>>;
