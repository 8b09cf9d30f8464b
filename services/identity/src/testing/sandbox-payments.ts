import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from '@postloom/chassis';
import { sandboxPayments } from '../../../../deploy/sandbox/src/environment.ts';
import { startSandbox } from '../../../../deploy/sandbox/src/sandbox.ts';

export interface SandboxSubscription {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
}
interface Overview {
  readonly customers: { id: string; metadata: Record<string, string>; tax_id: string | null }[];
  readonly subscriptions: SandboxSubscription[];
  readonly invoices: { id: string; status: string; total: number }[];
  readonly checkouts: { id: string; status: string; client_reference_id: string }[];
  readonly events: { id: string; type: string }[];
}
interface Delivery {
  readonly type: string;
  readonly status: number;
}

/** The sandbox's Stripe on a free port; `webhookUrl` is where its events go. */
export async function openSandboxPayments(webhookUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-sandbox-'));
  const errors: unknown[] = [];
  const sandbox = await startSandbox({
    dataDir,
    port: 0,
    smtpPort: 0,
    seed: 7,
    settings: { webhookUrl },
    report: (error) => errors.push(error),
  });
  const origin = `http://127.0.0.1:${sandbox.port}`;
  const http = new HttpClient({ allowPrivate: true });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await http.request({
      url: `${origin}${path}`,
      method,
      timeoutMs: 10_000,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
    }
    return answer.json() as T;
  };
  /** What a button of one of Stripe's pages does; the address to which it leads, null when it leads nowhere. */
  const press = async (pageUrl: string, button: string, more: Record<string, string> = {}): Promise<string | null> => {
    const { pathname } = new URL(pageUrl);
    const answer = await http.request({
      url: `${origin}${pathname}`,
      method: 'POST',
      timeoutMs: 10_000,
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ do: button, ...more }).toString(),
    });
    return answer.headers['location'] ?? null;
  };
  const all = (): Promise<Overview> => call('GET', '/sandbox/stripe');
  return {
    env: sandboxPayments({ origin }),
    press,
    all,
    /** The subscription of a person, the newest. */
    async subscriptionOf(payerId: string): Promise<SandboxSubscription> {
      const { customers, subscriptions } = await all();
      const customer = customers.find(({ metadata }) => metadata['payerId'] === payerId);
      const found = subscriptions.findLast((one) => one.customer === customer?.id);
      if (found === undefined) {
        throw new Error('there is no subscription');
      }
      return found;
    },
    decline: (count: number) => call('PUT', '/sandbox/stripe/declines', { count }),
    advance: (id: string) => call('POST', `/sandbox/stripe/subscriptions/${id}/advance`, {}),
    retry: (id: string) => call('POST', `/sandbox/stripe/subscriptions/${id}/retry`, {}),
    giveUp: (id: string) => call('POST', `/sandbox/stripe/subscriptions/${id}/give-up`, {}),
    hold: () => call('POST', '/sandbox/stripe/events/hold', {}),
    async release(reversed: boolean): Promise<Delivery[]> {
      return (await call<{ deliveries: Delivery[] }>('POST', '/sandbox/stripe/events/release', { reversed }))
        .deliveries;
    },
    async send(id: string, twist: { times?: number; forged?: boolean; ageSeconds?: number }): Promise<number[]> {
      const path = `/sandbox/stripe/events/${id}/send`;
      return (await call<{ deliveries: Delivery[] }>('POST', path, twist)).deliveries.map(({ status }) => status);
    },
    happen: (type: string, object: object) => call('POST', '/sandbox/stripe/events', { type, object }),
    fault: (fault: object) => call('PUT', '/sandbox/faults/stripe', fault),
    async close(): Promise<void> {
      http.close();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type SandboxPayments = Awaited<ReturnType<typeof openSandboxPayments>>;
