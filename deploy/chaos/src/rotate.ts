/**
 * Every credential of the product is changed while it runs (deploy/docs/runbooks/rotate-credentials.md): the passwords of the database's
 * roles, the broker's users, the keys of the object storage, and the keys of callers, tickets and the publisher's vault (identity's rotate
 * in second-step.int-spec.ts). Meanwhile people read and upload, and posts fall due. Fails when one request fails, or a post is lost or public twice.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { makeBusinesses } from '../../harness/src/customers.ts';
import type { Business } from '../../harness/src/customers.ts';
import { choice, choices, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Facts } from '../../harness/src/facts.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { readRunFile } from '../../harness/src/running-stack.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { roleOf, schemas } from '../../local/src/postgres/roles.ts';
import { secretFolder } from '../../local/src/stack/secret-files.ts';
import { writeDurably } from '../../local/src/stack/state.ts';

const run = defineRun({
  name: 'rotate',
  summary:
    'Changes every credential of the running product one after another, while people use it and posts fall due. Fails when a request fails or a post is lost or public twice. About 6 minutes.',
  prefix: 'ROTATE_',
  settings: {
    only: choices(['database', 'broker', 'storage', 'callers', 'tickets', 'vault'], 'which credentials'),
    rate: number(4, 'posts a second that fall due'),
    readers: number(6, 'people who read and upload without a pause'),
    reread: choice(['on', 'off'], 'off: the control whose services never look at their secrets again, which must fail'),
  },
  figures: true,
});
const { settings, dataDir } = run;
const say = timedLines();
const BUSINESSES = 6;
const PLATFORM = 'facebook';
/** A connection to the database is replaced after so long here, an hour in production: all that open meet each state of the passwords. */
const CONNECTION_SECONDS = 3;
/** What began on a service's former connection to the broker has ended by then. */
const FAREWELL_MS = 36_000;
/** A caller's proof is valid for so long. */
const PROOF_MS = 125_000;
const isControl = settings.reread === 'off';

const stack = await startLiveStack(dataDir, {
  POSTLOOM_RATE_LIMITS: 'off',
  POSTLOOM_TRACES: 'off',
  POSTLOOM_REPLICAS: 'publisher=2,scheduling=2',
  POSTLOOM_SECRET_FILES: isControl ? 'off' : 'on',
  DATABASE_CONNECTION_SECONDS: String(CONNECTION_SECONDS),
  SANDBOX_QUOTAS: 'off',
});
const forget = atTheEnd(() => stack.stop());
try {
  run.save(await rotate(stack));
} finally {
  forget();
  await stack.stop();
  writeFileSync(`${dataDir}.log`, stack.output.join('\n'));
  rmSync(dataDir, { recursive: true, force: true });
}

interface Traffic {
  requests: number;
  readonly failures: string[];
  readonly captions: string[];
}

async function rotate({ url }: LiveStack): Promise<Record<string, unknown>> {
  const facts = new Facts(stack.run.databaseUrl ?? '', dataDir);
  const businesses = await makeBusinesses(url, BUSINESSES, [PLATFORM], 1);
  const traffic: Traffic = { requests: 0, failures: [], captions: [] };
  const quiet = new AbortController();
  const running = [
    ...Array.from({ length: settings.readers }, (_, index) => use(businesses, index, traffic, quiet.signal)),
    post(businesses, traffic, quiet.signal),
  ];
  const steps = { database, broker, storage, callers, tickets, vault };
  const figures: Record<string, unknown> = {};
  try {
    for (const name of settings.only) {
      const before = { requests: traffic.requests, failures: traffic.failures.length, at: performance.now() };
      await steps[name](facts);
      const seconds = Math.round((performance.now() - before.at) / 1_000);
      const requests = traffic.requests - before.requests;
      const failed = traffic.failures.length - before.failures;
      figures[name] = { seconds, requests, failed };
      say(`${name}: changed in ${seconds} s, ${failed} of ${requests} requests failed`);
    }
  } finally {
    quiet.abort();
    await Promise.all(running);
  }
  await eventually('all posts have ended', async () => (await facts.open()) === 0, 180_000, 500).catch(
    (error: unknown) => {
      // The control's publishers cannot work any more.
      if (!isControl) {
        throw error;
      }
    },
  );
  return judged(facts, traffic, figures);
}

function judged(facts: Facts, traffic: Traffic, figures: Record<string, unknown>): Record<string, unknown> {
  const published = facts.ledger().map(({ text }) => /Rotated post \d+\./.exec(text)?.[0] ?? text);
  const lost = traffic.captions.filter((caption) => !published.includes(caption)).length;
  const doubled = published.length - new Set(published).size;
  const { requests, failures } = traffic;
  const result = { ...figures, requests, failed: failures.length, posts: traffic.captions.length, lost, doubled };
  say(JSON.stringify(result));
  for (const failure of failures.slice(0, 20)) {
    say(failure);
  }
  const isClean = failures.length === 0 && lost === 0 && doubled === 0 && requests > 1_000;
  process.exitCode = isClean === isControl ? 1 : 0;
  return { ...result, failures: failures.slice(0, 100) };
}

/** Reads pages, downloads a picture, and uploads one now and then. */
async function use(
  businesses: readonly Business[],
  index: number,
  traffic: Traffic,
  quiet: AbortSignal,
): Promise<void> {
  const business = businesses[index % businesses.length];
  if (business === undefined) {
    return;
  }
  const { person, photoIds } = business;
  const paths = [
    '/api/auth/user',
    '/api/posts',
    '/api/photos',
    `/api/photos/${photoIds[0]}/download`,
    '/api/dashboard/stats',
  ];
  for (let turn = index; !quiet.aborted; turn += 1) {
    const path = paths[turn % paths.length] ?? '';
    await attempt(traffic, `GET ${path}`, () => person.expect(200, 'GET', path));
    if (turn % 20 === 0) {
      const picture = await smallPicture(turn * 100 + index);
      await attempt(traffic, 'upload', () => person.upload(picture));
    }
    await wait(20);
  }
}

/** Posts that fall due ten seconds after they are made. */
async function post(businesses: readonly Business[], traffic: Traffic, quiet: AbortSignal): Promise<void> {
  for (let number = 1; !quiet.aborted; number += 1) {
    const business = businesses[number % businesses.length];
    const caption = `Rotated post ${number}.`;
    const scheduledFor = new Date(Date.now() + 10_000).toISOString();
    const photoIds = business?.photoIds.slice(0, 1) ?? [];
    await attempt(traffic, 'POST /api/posts', async () => {
      await business?.person.createPost({
        caption,
        platforms: [PLATFORM],
        status: 'scheduled',
        scheduledFor,
        photoIds,
      });
      traffic.captions.push(caption);
    });
    await wait(1_000 / settings.rate);
  }
}

async function attempt(traffic: Traffic, what: string, work: () => Promise<unknown>): Promise<void> {
  traffic.requests += 1;
  try {
    await work();
  } catch (error) {
    traffic.failures.push(`${new Date().toISOString()} ${what}: ${(error as Error).message}`);
  }
}

function processes(): string[] {
  const entries = Object.entries(readRunFile(dataDir).processes);
  return entries.filter(([, { internalUrl }]) => internalUrl !== undefined).map(([name]) => name);
}

function serviceOf(process: string): string {
  return process.replace(/-\d+$/, '');
}

function word(): string {
  return randomBytes(24).toString('base64url');
}

/** Changes secrets of processes and waits until each has read its own. */
async function give(secrets: (process: string) => Readonly<Record<string, string>> | undefined): Promise<void> {
  if (isControl) {
    return;
  }
  const changed = processes().filter((process) => {
    const values = Object.entries(secrets(process) ?? {});
    for (const [name, value] of values) {
      writeDurably(join(secretFolder(dataDir, process), name), value, 0o600);
    }
    return values.length > 0;
  });
  const at = Date.now() / 1_000;
  await eventually('every process has read its secrets', async () => {
    const read = await Promise.all(changed.map((process) => figureOf(process, 'postloom_settings_read_seconds')));
    return read.every((seconds) => seconds >= at - 1);
  });
}

function secretOf(process: string, name: string): string {
  return isControl ? '' : readFileSync(join(secretFolder(dataDir, process), name), 'utf8');
}

async function figureOf(process: string, metric: string): Promise<number> {
  const { internalUrl } = readRunFile(dataDir).processes[process] ?? {};
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  return Number(new RegExp(`^${metric} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
}

async function database(): Promise<void> {
  const passwords = new Map(
    schemas.flatMap((schema) => ['service', 'worker'].map((kind) => [`${schema} ${kind}`, word()])),
  );
  const changed = (schema: string, kind: string, address: string): string => {
    const [first = ''] = address.split('\n');
    const password = passwords.get(`${schema} ${kind}`) ?? '';
    return first.replace(/:[^:@/]+@/, `:${password}@`);
  };
  const addresses = (process: string, keepsOld: boolean): Record<string, string> | undefined => {
    const schema = serviceOf(process);
    if (schema === 'gateway' || isControl) {
      return undefined;
    }
    const lines = (name: string, kind: string): string => {
      const now = secretOf(process, name);
      return keepsOld ? `${changed(schema, kind, now)}\n${now}` : (now.split('\n')[0] ?? '');
    };
    return {
      DATABASE_URL: lines('DATABASE_URL', 'service'),
      WORKER_DATABASE_URL: lines('WORKER_DATABASE_URL', 'worker'),
    };
  };
  await give((process) => addresses(process, true));
  const admin = new pg.Client({ connectionString: stack.run.databaseUrl });
  await admin.connect();
  try {
    for (const schema of schemas) {
      for (const kind of ['service', 'worker'] as const) {
        await admin.query(`ALTER ROLE ${roleOf(schema, kind)} PASSWORD '${passwords.get(`${schema} ${kind}`)}'`);
      }
    }
    const { rows } = await admin.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    // All connections are made anew with the new password.
    await wait(CONNECTION_SECONDS * 3_000);
    await give((process) => addresses(process, false));
    await wait(CONNECTION_SECONDS * 3_000);
    const left = await admin.query(
      `SELECT usename FROM pg_stat_activity WHERE usename = ANY ($1) AND backend_start < $2 AND state <> 'active'`,
      [schemas.flatMap((schema) => [roleOf(schema, 'service'), roleOf(schema, 'worker')]), rows[0]?.at],
    );
    say(`${left.rowCount} connections are older than the new passwords`);
  } finally {
    await admin.end();
  }
}

async function broker(): Promise<void> {
  const file = join(dataDir, 'nats', 'nats.conf');
  const reload = (edit: (config: string) => string): void => {
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
    process.kill(readRunFile(dataDir).processes['nats']?.pid ?? 0, 'SIGHUP');
  };
  /** A user of the first generation: the names of the second have a hyphen. */
  const line = /^ *\{ user: "(\w+)", password: "([^"]+)", permissions.*$/gm;
  const passwords = new Map(['gateway', ...schemas].map((user) => [user, word()]));
  reload((config) =>
    config.replaceAll(line, (first, user: string, password: string) =>
      [first, first.replace(`"${user}"`, `"${user}-2"`).replace(password, passwords.get(user) ?? '')].join('\n'),
    ),
  );
  await give((process) => {
    const user = serviceOf(process);
    return { NATS_USER: `${user}-2`, NATS_PASSWORD: passwords.get(user) ?? '' };
  });
  await wait(isControl ? 5_000 : FAREWELL_MS);
  reload((config) => config.replaceAll(line, ''));
  await wait(5_000);
}

async function storage(): Promise<void> {
  const [key, secret] = [word(), word()];
  const store = (access: string, secretKey: string): void => {
    if (!isControl) {
      writeDurably(join(secretFolder(dataDir, 'objects'), 'S3_ACCESS_KEY'), access, 0o600);
      writeDurably(join(secretFolder(dataDir, 'objects'), 'S3_SECRET_KEY'), secretKey, 0o600);
    }
  };
  store(`${secretOf('media', 'S3_ACCESS_KEY')}\n${key}`, `${secretOf('media', 'S3_SECRET_KEY')}\n${secret}`);
  await give((process) => (process === 'media' ? { S3_ACCESS_KEY: key, S3_SECRET_KEY: secret } : undefined));
  await wait(2_000);
  store(key, secret);
  await wait(3_000);
}

/** Public keys first everywhere, then the private one, then the old public one goes. */
async function callers(): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = (der: Buffer): string => `rotated1:${der.subarray(-32).toString('base64')}`;
  const verification = raw(publicKey.export({ format: 'der', type: 'spki' }));
  const old = secretOf('media', 'CALLER_KEYS');
  const services = (keys: string) => (process: string) => (process === 'gateway' ? undefined : { CALLER_KEYS: keys });
  await give(services(`${old},${verification}`));
  const signing = raw(privateKey.export({ format: 'der', type: 'pkcs8' }));
  await give((process) => (process === 'gateway' ? { CALLER_SIGNING_KEY: signing } : undefined));
  await wait(isControl ? 0 : PROOF_MS);
  await give(services(verification));
  await wait(3_000);
}

/** The old secret stays: tickets that it signed are valid for up to an hour. */
async function tickets(): Promise<void> {
  const [old, fresh] = [secretOf('media', 'TICKET_SECRETS'), `rotated1:${word()}`];
  for (const keys of [`${old},${fresh}`, `${fresh},${old}`]) {
    await give((process) => (process === 'media' ? { TICKET_SECRETS: keys } : undefined));
    await wait(2_000);
  }
}

async function vault(facts: Facts): Promise<void> {
  const [old, fresh] = [secretOf('publisher', 'VAULT_KEYS'), `rotated1:${randomBytes(32).toString('base64')}`];
  const publishers = (keys: string) => (process: string) =>
    serviceOf(process) === 'publisher' ? { VAULT_KEYS: keys } : undefined;
  await give(publishers(`${old},${fresh}`));
  await give(publishers(`${fresh},${old}`));
  if (!isControl) {
    await eventually(
      'all tokens are sealed under the new key',
      async () => (await facts.sealedUnder()).join() === 'rotated1',
      180_000,
      1_000,
    );
  }
  await give(publishers(fresh));
  await wait(5_000);
}
