import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asAdmin, eventually, testDatabase } from '@postloom/testing';
import type { TestDatabase } from '@postloom/testing';
import { Database } from './database.ts';
import { Scope } from './scope.ts';
import { fixtureMigrations } from './testing/fixture.ts';
import { runMigrations } from './migration-runner.ts';

/** A role of its own: those of the services are every test file's. */
const role = `rotated_${process.pid}`;

describe('the password of a role is changed while a service runs', () => {
  let database: TestDatabase;
  let connections: Database;
  let setting: string;

  const login = (password: string): string => {
    // Past any pooler, which keeps logins of its own.
    const url = new URL(database.url);
    url.host = new URL(database.adminUrl).host;
    url.username = role;
    url.password = password;
    return url.href;
  };
  const setPassword = (password: string) => asAdmin(database, `ALTER ROLE ${role} PASSWORD '${password}'`);
  const open = (seconds = 3_600): Database =>
    new Database(
      {
        name: 'rotated',
        get databaseUrl() {
          return setting;
        },
        workerDatabaseUrl: database.workerUrl,
        databasePooler: 'off',
        databasePoolSize: 3,
        databaseWorkerPoolSize: 1,
        databaseConnectTimeoutMs: 5_000,
        databaseConnectionSeconds: seconds,
      },
      { schema: 'scheduling' },
    );
  const sessions = () => connections.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');

  beforeAll(async () => {
    database = await testDatabase('scheduling', fixtureMigrations);
    await asAdmin(database, `CREATE ROLE ${role} LOGIN PASSWORD 'old'`);
    await asAdmin(database, `GRANT CONNECT ON DATABASE ${database.name} TO ${role}`);
  });
  afterAll(async () => {
    await asAdmin(database, `DROP OWNED BY ${role}`);
    await asAdmin(database, `DROP ROLE ${role}`);
    await database.drop();
  });
  beforeEach(async () => {
    await setPassword('old');
    setting = login('old');
    connections = open();
  });
  afterEach(() => connections.close());

  it('without the new one in the setting, new connections are refused', async () => {
    await setPassword('new');
    await expect(sessions()).rejects.toMatchObject({ code: '28P01' });
  });

  it('with both in the setting, every connection is made, before and after, for statements and transactions', async () => {
    setting = `${login('new')}\n${login('old')}`;
    await expect(Promise.all([sessions(), sessions(), sessions()])).resolves.toHaveLength(3);
    await connections.close();

    await setPassword('new');
    connections = open();
    const client = await connections.connect(Scope.global());
    await expect(client.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
    client.release();
    await expect(sessions()).resolves.toHaveLength(1);

    // The old line goes: what is open stays, what is new has the new password.
    setting = login('new');
    await expect(Promise.all([sessions(), sessions(), sessions()])).resolves.toHaveLength(3);
  });

  it('the order of the lines does not matter, and a setting without a good one is refused', async () => {
    await setPassword('new');
    setting = `${login('old')}\n${login('new')}`;
    await expect(sessions()).resolves.toHaveLength(1);
    await connections.close();
    setting = `${login('old')}\n${login('older')}`;
    connections = open();
    await expect(sessions()).rejects.toMatchObject({ code: '28P01' });
  });

  it('connections are replaced when they are old enough, so that all come to use the new one', async () => {
    await connections.close();
    connections = open(1);
    const [first] = await sessions();
    setting = `${login('new')}\n${login('old')}`;
    await setPassword('new');
    await eventually('another session answers', async () => {
      expect(await sessions()).not.toEqual([first]);
    });
  });

  it('a migration takes the login that works', async () => {
    const wrong = new URL(database.ownerUrl);
    wrong.password = 'not-it';
    await expect(
      runMigrations({
        url: `${wrong.href}\n${database.ownerUrl}`,
        schema: 'scheduling',
        migrations: fixtureMigrations,
      }),
    ).resolves.toEqual([]);
  });
});
