import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsText } from '@postloom/chassis';
import { asAdmin, eventually, testAuthority, testDatabase, trusting } from '@postloom/testing';
import type { ServerCertificate, TestDatabase } from '@postloom/testing';
import { Database } from './database.ts';
import { fixtureMigrations } from './testing/fixture.ts';

/** A server with a certificate of the installation's own authority, reached with `sslmode=verify-full`. */
describe('the database over TLS', () => {
  const authority = testAuthority();
  const good = authority.certify('DNS:localhost');
  const elsewhere = authority.certify('DNS:db.example.com');
  let database: TestDatabase;

  /** Written by the server itself, so that it is the owner of its key. */
  const keep = async (file: string, text: string): Promise<void> => {
    const lines = `unnest(string_to_array('${text.trim()}', E'\\n'))`;
    await asAdmin(database, `COPY (SELECT ${lines}) TO PROGRAM 'umask 077; cat > ${file}'`);
  };
  const serve = async ({ cert, key }: ServerCertificate): Promise<void> => {
    const file = `tls-${process.pid}-${cert === good.cert ? 'good' : 'elsewhere'}`;
    await keep(`${file}.crt`, cert);
    await keep(`${file}.key`, key);
    for (const [setting, value] of Object.entries({ cert_file: `${file}.crt`, key_file: `${file}.key` })) {
      await asAdmin(database, `ALTER SYSTEM SET ssl_${setting} = '${value}'`);
    }
    await asAdmin(database, 'ALTER SYSTEM SET ssl = on');
    await asAdmin(database, 'SELECT pg_reload_conf()');
    await eventually('the server has read it', async () => {
      expect(await asAdmin(database, `SELECT setting FROM pg_settings WHERE name = 'ssl_cert_file'`)).toEqual([
        { setting: `${file}.crt` },
      ]);
    });
  };
  const session = async (): Promise<{ ssl: boolean }[]> => {
    const url = new URL(database.adminUrl);
    url.hostname = 'localhost';
    url.searchParams.set('sslmode', 'verify-full');
    const connections = new Database(
      {
        name: 'tls',
        databaseUrl: url.href,
        workerDatabaseUrl: url.href,
        databasePooler: 'off',
        databasePoolSize: 1,
        databaseWorkerPoolSize: 1,
        databaseConnectTimeoutMs: 5_000,
        databaseConnectionSeconds: 3_600,
      },
      { schema: 'scheduling' },
    );
    try {
      return await connections.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    } finally {
      await connections.close();
    }
  };

  beforeAll(async () => {
    database = await testDatabase('scheduling', fixtureMigrations);
  });
  afterAll(async () => {
    for (const setting of ['ssl', 'ssl_cert_file', 'ssl_key_file']) {
      await asAdmin(database, `ALTER SYSTEM RESET ${setting}`);
    }
    await asAdmin(database, 'SELECT pg_reload_conf()');
    await database.drop();
  });

  it('is trusted by its authority, and shows when its certificate expires', async () => {
    await serve(good);
    await trusting([authority.certificate], async () => {
      expect(await session()).toEqual([{ ssl: true }]);
    });
    const shown = /postloom_tls_certificate_expiry_seconds\{server="postgres"\} (\S+)/.exec(await metricsText())?.[1];
    expect((Number(shown) * 1_000 - Date.now()) / 86_400_000).toBeCloseTo(30, 0);
  });

  it('is refused under an authority that nobody named', async () => {
    await serve(good);
    await expect(session()).rejects.toThrow(/self-signed certificate|unable to verify/);
    await trusting([testAuthority().certificate], async () => {
      await expect(session()).rejects.toThrow(/certificate/);
    });
  });

  it('is refused under another server’s name', async () => {
    await serve(elsewhere);
    await trusting([authority.certificate], async () => {
      await expect(session()).rejects.toThrow(/Hostname\/IP does not match certificate's altnames/);
    });
  });
});
