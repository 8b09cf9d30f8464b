import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChassisModule, defineConfig, HealthRegistry, overrideEnvironment } from '@postloom/chassis';
import { eventually, tcpFaultProxy, testDatabase, testPooler } from '@postloom/testing';
import type { TcpFaultProxy, TestDatabase } from '@postloom/testing';
import { Database } from './database.ts';
import { Leases } from './leases.ts';
import { runMigrations } from './migration-runner.ts';
import { PersistenceModule } from './persistence.module.ts';
import { Quotas } from './quotas.ts';
import { Scope } from './scope.ts';
import { fixtureMigrations } from './testing/fixture.ts';
import { Uow } from './uow.ts';

const business = randomUUID();
let open: INestApplicationContext[] = [];

afterEach(async () => {
  for (const app of open) {
    await app.close();
  }
  open = [];
  overrideEnvironment();
});

async function start(environment: Record<string, string>): Promise<INestApplicationContext> {
  overrideEnvironment({
    SERVICE_INTERNAL_PORT: '1',
    LOG_LEVEL: 'silent',
    DATABASE_POOLER: testPooler(),
    ...environment,
  });
  const config = defineConfig();
  const built = await Test.createTestingModule({
    imports: [
      ChassisModule.forRoot(config),
      PersistenceModule.forRoot({ schema: 'scheduling', migrations: fixtureMigrations }),
    ],
  }).compile();
  const app = await built.init();
  open.push(app);
  return app;
}

const urlsOf = ({ url, workerUrl }: TestDatabase): Record<string, string> => ({
  DATABASE_URL: url,
  WORKER_DATABASE_URL: workerUrl,
});

const problems = async (app: INestApplicationContext): Promise<string[]> =>
  Object.keys((await app.get(HealthRegistry).readiness()).problems);

describe('PersistenceModule', () => {
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await testDatabase('scheduling', []);
  });
  afterAll(() => empty.drop());

  it('waits until its schema is there, and serves from then on', async () => {
    const starting = start({ ...urlsOf(empty), MIGRATE: 'never' });
    let isUp = false;
    void starting.then(() => (isUp = true));
    await runMigrations({ url: empty.ownerUrl, schema: 'scheduling', migrations: fixtureMigrations.slice(0, 1) });
    expect(isUp).toBe(false);
    await runMigrations({ url: empty.ownerUrl, schema: 'scheduling', migrations: fixtureMigrations });
    const app = await starting;
    expect(await problems(app)).toEqual([]);
  });

  it('migrates by itself when configured so, provides everything, and sweeps expired reservations', async () => {
    const fresh = await testDatabase('scheduling', []);
    const app = await start({ ...urlsOf(fresh), MIGRATION_DATABASE_URL: fresh.ownerUrl, MIGRATE: 'on-start' });
    const uow = app.get(Uow);
    const payerId = randomUUID();
    await uow.run(Scope.global(), async (tx) => {
      await tx.execute(
        `INSERT INTO entitlements (payer_id, tier, period_anchor, version) VALUES ($1, 'free', now() - interval '1 day', 1)`,
        [payerId],
      );
      await app
        .get(Quotas)
        .reserve(tx, { payerId, metric: 'accounts', amount: 1, id: randomUUID(), expiresInSeconds: 60 });
    });
    expect(app.get(Leases)).toBeInstanceOf(Leases);
    await app.close();
    await expect(uow.run(Scope.global(), (tx) => tx.query('SELECT 1'))).rejects.toMatchObject({ code: 'unavailable' });
    open = [];
    await fresh.drop();
  });
});

describe('settings of the connections', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('scheduling', fixtureMigrations);
  });
  afterAll(() => database.drop());

  it('opens as many connections as DATABASE_POOL_SIZE says, and waits DATABASE_CONNECT_TIMEOUT_MS for one', async () => {
    const app = await start({
      ...urlsOf(database),
      DATABASE_POOL_SIZE: '2',
      DATABASE_WORKER_POOL_SIZE: '1',
      DATABASE_CONNECT_TIMEOUT_MS: '200',
    });
    const { pool, workers } = app.get(Database);
    const held = await Promise.all([pool.connect(), pool.connect(), workers.connect()]);
    await expect(pool.connect()).rejects.toThrow('timeout exceeded');
    await expect(workers.connect()).rejects.toThrow('timeout exceeded');
    for (const client of held) {
      client.release();
    }
  });
});

describe('a database that goes away', () => {
  let database: TestDatabase;
  let proxy: TcpFaultProxy;
  beforeAll(async () => {
    database = await testDatabase('scheduling', fixtureMigrations);
  });
  afterEach(() => proxy.close());
  afterAll(() => database.drop());

  async function startBehindProxy(): Promise<INestApplicationContext> {
    proxy = await tcpFaultProxy({ port: Number(new URL(database.url).port) });
    const behind = (url: string): string => Object.assign(new URL(url), { port: String(proxy.port) }).href;
    return start({ DATABASE_URL: behind(database.url), WORKER_DATABASE_URL: behind(database.workerUrl) });
  }

  const write = (uow: Uow, id: string): Promise<number> =>
    uow.run(
      Scope.business(business),
      (tx) => tx.execute('INSERT INTO notes (id, business_id, text) VALUES ($1, $2, $3)', [id, business, 'x']),
      { timeoutMs: 1 },
    );

  it('is reported as unavailable and not ready while the line is cut, and used again when it is back', async () => {
    const app = await startBehindProxy();
    const uow = app.get(Uow);
    const read = (): Promise<unknown> => uow.run(Scope.business(business), (tx) => tx.query('SELECT * FROM notes'));
    await read();
    proxy.cut();
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await problems(app)).toEqual(['postgres']);
    proxy.heal();
    await eventually('it works again', read);
    expect(await problems(app)).toEqual([]);
  });

  it('does not hold callers for ever on a half-open line, and probes do not eat up the pool', async () => {
    const app = await startBehindProxy();
    const uow = app.get(Uow);
    await uow.run(Scope.business(business), (tx) => tx.query('SELECT 1'));
    proxy.freeze();
    const started = performance.now();
    const stuck = write(uow, randomUUID()).catch((error: unknown) => error);
    for (let probe = 0; probe < 8; probe += 1) {
      expect(await problems(app)).toEqual(['postgres']);
    }
    expect(await stuck).toMatchObject({ code: 'unavailable' });
    expect(performance.now() - started).toBeLessThan(45_000);
    proxy.heal();
    await eventually('it works again', () => uow.run(Scope.business(business), (tx) => tx.query('SELECT 1')));
  });
});
