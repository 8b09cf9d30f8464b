/**
 * The roles of the one Postgres database, as SQL text. A pure module: it opens no connection, so that the supervisor,
 * the tests and a reader get the same statements. One database, a schema and login roles per service (deploy/docs/adr/0002):
 * they do not own the tables, have no grants on other schemas and no BYPASSRLS.
 */

/** The services that own data. The short name is the schema, the role and the first word of every subject. */
export const schemas = ['identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics'] as const;
export type SchemaName = (typeof schemas)[number];

/** Name of the product's database. */
export const databaseName = 'postloom';

/** One password for each login role of a service: its requests, its workers, and the owner that runs its migrations. */
export interface RolePasswords {
  readonly service: string;
  readonly worker: string;
  readonly owner: string;
}
export type AllRolePasswords = Readonly<Record<SchemaName, RolePasswords>>;

/** Role that owns the schema: runs migrations, is never used by a running service. */
export const ownerRole = (schema: SchemaName): string => `${schema}_owner`;

/** Role of the service's workers: row-level policies show it the rows of all businesses. */
export const workerRole = (schema: SchemaName): string => `${schema}_worker`;

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const roleSql = (name: string, password: string, settings: Readonly<Record<string, string>>): string[] => [
  `DO $do$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${quoteText(name)}) THEN CREATE ROLE ${quoteName(name)}; END IF; END $do$`,
  `ALTER ROLE ${quoteName(name)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT PASSWORD ${quoteText(password)}`,
  ...Object.entries(settings).map(([key, value]) => `ALTER ROLE ${quoteName(name)} SET ${key} = ${quoteText(value)}`),
];

/**
 * Statements for the whole cluster: the eighteen login roles. Run as superuser, in any database, before
 * {@link databaseSql}. Repeating them is harmless and sets the passwords anew.
 *
 * The timeouts keep one stuck query from holding the snapshot that slows every claim.
 */
export const rolesSql = (passwords: AllRolePasswords): string[] =>
  schemas.flatMap((schema) => [
    ...(['service', 'worker'] as const).flatMap((kind) =>
      roleSql(roleOf(schema, kind), passwords[schema][kind], {
        search_path: schema,
        statement_timeout: '5s',
        idle_in_transaction_session_timeout: '10s',
      }),
    ),
    ...roleSql(ownerRole(schema), passwords[schema].owner, { search_path: schema, lock_timeout: '2s' }),
  ]);

/** Creates an empty database nobody but the superuser may use yet. Not inside a transaction, and only when it is missing. */
export const createDatabaseSql = (database: string = databaseName): string =>
  `CREATE DATABASE ${quoteName(database)} TEMPLATE template0 ENCODING 'UTF8'`;

/**
 * Statements for one database, run while connected to it as superuser: who may connect, the six schemas, and what the
 * service roles may do in their own one. Repeating them is harmless.
 */
export const databaseSql = (database: string = databaseName): string[] => [
  `REVOKE ALL ON DATABASE ${quoteName(database)} FROM PUBLIC`,
  `REVOKE ALL ON SCHEMA public FROM PUBLIC`,
  ...schemas.flatMap((schema) => {
    const owner = quoteName(ownerRole(schema));
    const name = quoteName(schema);
    const users = `${name}, ${quoteName(workerRole(schema))}`;
    return [
      `GRANT CONNECT ON DATABASE ${quoteName(database)} TO ${users}, ${owner}`,
      `CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${owner}`,
      `REVOKE ALL ON SCHEMA ${name} FROM PUBLIC`,
      `GRANT USAGE ON SCHEMA ${name} TO ${users}`,
      // Functions are executable by everybody unless that is taken away for the owner as a whole.
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC`,
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${name} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${users}`,
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${name} GRANT USAGE, SELECT ON SEQUENCES TO ${users}`,
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${name} GRANT EXECUTE ON FUNCTIONS TO ${users}`,
    ];
  }),
];

/** The login role of each kind. */
export const roleOf = (schema: SchemaName, kind: keyof RolePasswords): string =>
  ({ service: schema, worker: workerRole(schema), owner: ownerRole(schema) })[kind];

/**
 * Connection string of the service role, of its workers, or of the owner for migrations. `base` is `host:port`; `socket` the folder of a Unix
 * socket.
 */
export const connectionUrl = (
  schema: SchemaName,
  kind: keyof RolePasswords,
  base: string,
  passwords: AllRolePasswords,
  { database = databaseName, socket }: { readonly database?: string; readonly socket?: string | undefined } = {},
): string => {
  return `postgres://${roleOf(schema, kind)}:${encodeURIComponent(passwords[schema][kind])}@${base}/${database}${socketQuery(socket)}`;
};

/** As libpq reads it: the folder takes the place of the address. */
export const socketQuery = (folder: string | undefined): string =>
  folder === undefined ? '' : `?host=${encodeURIComponent(folder)}`;
