import { expect, it } from '@jest/globals';
import { onIpv6, testDatabase } from '@postloom/testing';
import { Database } from './database.ts';
import { fixtureMigrations } from './testing/fixture.ts';

it('reaches a database by its IPv6 address', async () => {
  const database = await testDatabase('scheduling', fixtureMigrations);
  const way = await onIpv6(Number(new URL(database.url).port));
  const at = (url: string): string => url.replace(/@[^/]+/, `@[::1]:${way.port}`);
  const connections = new Database(
    {
      name: 'ipv6',
      databaseUrl: at(database.url),
      workerDatabaseUrl: at(database.workerUrl),
      databasePooler: 'off',
      databasePoolSize: 1,
      databaseWorkerPoolSize: 1,
      databaseConnectTimeoutMs: 5_000,
      databaseConnectionSeconds: 3_600,
    },
    { schema: 'scheduling' },
  );
  try {
    await expect(connections.query('SELECT 6 AS version')).resolves.toEqual([{ version: 6 }]);
  } finally {
    await connections.close();
    way.close();
    await database.drop();
  }
});
