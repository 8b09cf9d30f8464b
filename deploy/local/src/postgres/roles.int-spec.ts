import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../../../harness/src/eventually.ts';
import { freePort } from '../process/ports.ts';
import { connectionUrl, schemas, type AllRolePasswords } from './roles.ts';
import { provision, startPostgres, type RunningPostgres } from './server.ts';

const passwords = Object.fromEntries(
  schemas.map((schema) => [
    schema,
    {
      service: randomBytes(6).toString('hex'),
      worker: randomBytes(6).toString('hex'),
      owner: `o'${randomBytes(6).toString('hex')}`,
    },
  ]),
) as unknown as AllRolePasswords;

describe('roles', () => {
  let folder: string;
  let server: RunningPostgres;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-roles-'));
    server = await startPostgres({
      dataDir: join(folder, 'pg'),
      port: await freePort(),
      password: "it's",
      durable: false,
      onLine: (line) => lines.push(line),
    });
    await provision(server.adminUrl, passwords);
    await provision(server.adminUrl, passwords); // harmless to repeat
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const as = async <T>(
    kind: 'service' | 'worker' | 'owner',
    schema: (typeof schemas)[number],
    work: (client: pg.Client) => Promise<T>,
    database = 'postloom',
  ): Promise<T> => {
    const client = new pg.Client({
      connectionString: connectionUrl(schema, kind, `127.0.0.1:${server.port}`, passwords, { database }),
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  it('lets a service work with the rows of its own schema and nothing else', async () => {
    for (const schema of schemas) {
      await as('owner', schema, async (client) => {
        await client.query('CREATE TABLE things (id serial PRIMARY KEY, n int)');
        await client.query("CREATE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT 42'");
      });
    }
    await as('worker', 'media', async (client) => {
      await client.query('INSERT INTO things (n) VALUES (4)');
      await client.query('DELETE FROM things WHERE n = 4');
      await expect(client.query('SELECT * FROM identity.things')).rejects.toMatchObject({ code: '42501' });
    });
    await as('service', 'media', async (client) => {
      await client.query('INSERT INTO things (n) VALUES (1), (2)');
      await client.query('UPDATE things SET n = 3 WHERE n = 1');
      await client.query('DELETE FROM things WHERE n = 2');
      expect((await client.query('SELECT n, answer() FROM media.things')).rows).toEqual([{ n: 3, answer: 42 }]);
      const forbidden = [
        'SELECT * FROM identity.things',
        'SELECT identity.answer()',
        'INSERT INTO identity.things (n) VALUES (1)',
        'CREATE TABLE more (n int)',
        'ALTER TABLE things ADD m int',
        'DROP TABLE things',
        'TRUNCATE things',
        'CREATE SCHEMA mine',
        'CREATE TABLE public.mine (n int)',
        'CREATE TEMP TABLE mine (n int)',
        'SET ROLE media_owner',
        'SET ROLE media_worker',
        'SET ROLE postgres',
        "COPY things TO PROGRAM 'id'",
      ];
      for (const sql of forbidden) {
        await expect(client.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|22023)$/) });
      }
    });
  });

  it('gives no role a way around row-level security, and services timeouts', async () => {
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    const { rows } = await client.query<{ rolname: string }>(
      "SELECT rolname FROM pg_roles WHERE (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb) AND rolname NOT LIKE 'pg\\_%'",
    );
    await client.end();
    expect(rows).toEqual([{ rolname: 'postgres' }]);
    for (const kind of ['service', 'worker'] as const) {
      await as(kind, 'publisher', async (service) => {
        expect((await service.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }]);
        expect((await service.query('SHOW idle_in_transaction_session_timeout')).rows).toEqual([
          { idle_in_transaction_session_timeout: '10s' },
        ]);
      });
    }
  });

  it('logs that a row was refused, and why, but not the row', async () => {
    await as('owner', 'captions', async (client) => {
      await client.query('CREATE TABLE words (word text CONSTRAINT words_are_short CHECK (length(word) < 5))');
      await expect(client.query('INSERT INTO words VALUES ($1)', ['confidential'])).rejects.toMatchObject({
        code: '23514',
      });
    });
    const logged = await eventually('the refusal is logged', () =>
      lines.find((line) => line.includes('words_are_short')),
    );
    expect(logged).toContain('violates check constraint');
    expect(lines.join('\n')).not.toContain('confidential');
  });

  it('lets nobody in with a wrong password', async () => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'media',
      password: 'guess',
      database: 'postloom',
    });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  });
});
