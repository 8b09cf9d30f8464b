import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { anthropic } from './ai/anthropic.ts';
import { openaiLike } from './ai/openai-like.ts';
import { control } from './control/control.ts';
import { Faults, seededRandom } from './control/faults.ts';
import { LiveUpdates } from './control/live.ts';
import { RequestLog } from './control/request-log.ts';
import { argument, bearer } from './http/call.ts';
import type { Call } from './http/call.ts';
import { Router } from './http/router.ts';
import { createHttpServer } from './http/server.ts';
import { Inbox } from './mail/inbox.ts';
import { SmtpInbox } from './mail/smtp.ts';
import { closePullConnections } from './media/fetch-media.ts';
import { MediaStore } from './media/media-store.ts';
import { platformNamed, platformNames } from './platforms/definitions.ts';
import { startPlatform } from './platforms/services.ts';
import { pushService } from './push/index.ts';
import { Ledger } from './store/ledger.ts';
import { StateStore } from './store/state-store.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { stripe } from './stripe/index.ts';
import type { SandboxSettings } from './world/settings.ts';
import { World } from './world/world.ts';

export interface SandboxOptions {
  readonly dataDir: string;
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** TCP port; 0 for a free one. */
  readonly port: number;
  /** null: 1025, or a free one when that is taken. */
  readonly smtpPort: number | null;
  /** Origin under which others reach the sandbox; `http://localhost:<port>` by default. */
  readonly publicUrl?: string | undefined;
  /** Seed of the faults' randomness. */
  readonly seed?: number | undefined;
  /** Behavior at the start and after a reset; what `PUT /sandbox/settings` stored takes precedence. */
  readonly settings?: Partial<SandboxSettings>;
  readonly report: (error: unknown) => void;
}

/** A running sandbox. */
export interface Sandbox {
  readonly origin: string;
  readonly port: number;
  readonly smtpPort: number;
  readonly seed: number;
  /** Waits for what is in progress (three seconds at most), then closes everything in order. */
  close(): Promise<void>;
}

/** Starts the stand-in for the outside world, with what an earlier process left in `dataDir`. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  await mkdir(options.dataDir, { recursive: true });
  const state = await StateStore.open(options.dataDir);
  const ledger = await Ledger.open(options.dataDir);
  const inbox = await Inbox.open(options.dataDir);
  const world = new World(state, ledger, await MediaStore.open(options.dataDir), options.settings ?? {});
  await world.accounts.seed();
  await world.prune();

  const seed = options.seed ?? randomInt(1, 2 ** 31);
  const faults = new Faults(seededRandom(seed));
  const requests = new RequestLog();
  const live = new LiveUpdates();
  const changed = (): void => live.changed();
  const webhooks = new Webhooks(world, changed);
  const tools = { webhooks, changed, report: options.report };
  const platforms = platformNames.map((name) => startPlatform[name](world, tools));
  const payments = stripe(world, changed);
  const push = pushService(world, changed);
  const router = new Router([
    push,
    { target: null, prefix: '/sandbox/push', routes: push.controls },
    control({ world, faults, requests, inbox, live, webhooks, platforms, more: payments.controls }),
    ...platforms,
    payments,
    openaiLike('openai'),
    openaiLike('xai'),
    anthropic(),
  ]);
  const server = createHttpServer({
    router,
    faults,
    requests,
    accountOf: (target, call) => accountOf(world, target, call),
    durable: () => ledger.durable(),
    changed,
    report: options.report,
  });
  const smtp = new SmtpInbox({ inbox, faults, requests, changed, report: options.report });
  const port = await listen(server, host, options.port);
  const smtpPort = await smtp.listen(host, options.smtpPort);
  world.origin = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '');
  for (const platform of platforms) {
    platform.resume?.();
  }
  const pruning = setInterval(() => {
    world.prune().catch(options.report);
  }, 3_600_000);
  pruning.unref();

  return {
    origin: world.origin,
    port,
    smtpPort,
    seed,
    close: async () => {
      clearInterval(pruning);
      live.close();
      await closeServer(server);
      await smtp.close();
      for (const platform of platforms) {
        platform.close?.();
      }
      webhooks.close();
      payments.close();
      closePullConnections();
      await ledger.close();
      await inbox.close();
      await state.close();
    },
  };
}

function accountOf(world: World, target: string, call: Call): string | null {
  const platform = platformNamed(target);
  const token = argument(call, 'access_token') ?? bearer(call);
  return platform === undefined || token === undefined
    ? null
    : (world.grants.token(platform, token)?.accountId ?? null);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Calls that a fault keeps open never end by themselves.
  const patience = setTimeout(() => server.closeAllConnections(), 3000);
  await closed;
  clearTimeout(patience);
}
