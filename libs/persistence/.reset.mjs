import pg from 'pg'; const c=new pg.Client('postgres://postgres:test@127.0.0.1:25999/postloom'); await c.connect(); await c.query('DROP SCHEMA scheduling CASCADE'); await c.end();
const { provision } = await import('../../deploy/local/src/postgres/server.ts'); const { schemas } = await import('../../deploy/local/src/postgres/roles.ts');
await provision('postgres://postgres:test@127.0.0.1:25999/postgres', Object.fromEntries(schemas.map(s => [s, { service: 's', owner: 'o' }])));
