import pg from 'pg';

/** Whether a server that speaks Postgres' protocol lets this user in, at a port of 127.0.0.1. */
export const answersPostgres = async (
  login: Required<Pick<pg.ClientConfig, 'port' | 'user' | 'password' | 'database'>>,
): Promise<boolean> => {
  const client = new pg.Client({ ...login, host: '127.0.0.1', connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};
