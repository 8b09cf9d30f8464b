import { infrastructureTables } from '@postloom/persistence';
import pg from 'pg';
import type { TestDatabase } from './servers/test-postgres.ts';

interface TableFacts {
  name: string;
  has_business: boolean;
  is_forced: boolean;
  has_tenant_policy: boolean;
  has_worker_policy: boolean;
  parent: string | null;
}

/** Schema-owned tables that hold no tenant's rows, each with its reason; the infrastructure tables are known. */
export interface IsolationOptions {
  readonly schema: string;
  /** table -> why it has no tenant: `{ users: 'a person is above businesses' }` */
  readonly withoutTenant?: Readonly<Record<string, string>>;
}

/**
 * Checks tenant isolation in the catalogue of a migrated database: every table with `business_id` has row-level security, forced, with a
 * policy; every other table is on the list given here with its reason; no role of another service has a right in this schema; no policy
 * shows more than one business to anybody but the workers' role, whatever is set; the roles of service and workers own nothing and do
 * not bypass row-level security.
 * @throws an error with one line per breach
 */
export async function assertTenantIsolation(
  database: Pick<TestDatabase, 'adminUrl'>,
  options: IsolationOptions,
): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const breaches = [
      ...tableBreaches(await tables(client, options.schema), options),
      ...(await policyBreaches(client, options.schema)),
      ...(await grantBreaches(client, options.schema)),
      ...(await roleBreaches(client, options.schema)),
      ...(await roleBreaches(client, `${options.schema}_worker`)),
    ];
    if (breaches.length > 0) {
      throw new Error(
        `Tenants are not apart in ${options.schema}:\n${breaches.map((line) => `  - ${line}`).join('\n')}`,
      );
    }
  } finally {
    await client.end();
  }
}

async function tables(client: pg.Client, schema: string): Promise<TableFacts[]> {
  const found = await client.query<TableFacts>(
    `SELECT c.relname AS name,
       EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'business_id' AND NOT a.attisdropped) AS has_business,
       c.relrowsecurity AND c.relforcerowsecurity AS is_forced,
       EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polroles = '{0}') AS has_tenant_policy,
       EXISTS (SELECT FROM pg_policy p JOIN pg_roles r ON r.oid = ANY(p.polroles)
         WHERE p.polrelid = c.oid AND r.rolname = $1::text || '_worker') AS has_worker_policy,
       (SELECT parent.relname FROM pg_inherits i JOIN pg_class parent ON parent.oid = i.inhparent WHERE i.inhrelid = c.oid) AS parent
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
    [schema],
  );
  return found.rows;
}

function tableBreaches(found: readonly TableFacts[], options: IsolationOptions): string[] {
  const breaches: string[] = [];
  const allowed = options.withoutTenant ?? {};
  const plumbing = new Set<string>(infrastructureTables);
  if (found.length === 0) {
    breaches.push('the schema has no tables: is the database migrated?');
  }
  for (const table of found) {
    const rule = table.parent ?? table.name; // a partition lives under its parent's rule
    if (plumbing.has(rule) || Object.hasOwn(allowed, rule)) {
      continue;
    }
    if (!table.has_business) {
      breaches.push(`${table.name} has no business_id and is not on the list of tables without tenant`);
    } else if (!table.is_forced) {
      breaches.push(`${table.name} has a business_id but no forced row-level security`);
    } else if (table.parent === null && !table.has_tenant_policy) {
      breaches.push(`${table.name} has no policy for one business`);
    } else if (table.parent === null && !table.has_worker_policy) {
      breaches.push(`${table.name} has no policy for ${options.schema}_worker`);
    }
  }
  const names = new Set(found.map((table) => table.name));
  for (const name of Object.keys(allowed)) {
    if (!names.has(name)) {
      breaches.push(`${name} is on the list of tables without tenant but does not exist`);
    }
  }
  return breaches;
}

async function grantBreaches(client: pg.Client, schema: string): Promise<string[]> {
  const own = [schema, `${schema}_worker`, `${schema}_owner`];
  const onTables = await client.query<{ line: string }>(
    `SELECT DISTINCT format('%s may %s on %s', coalesce(r.rolname, 'everybody'), lower(acl.privilege_type), c.relname) AS line
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) acl
     LEFT JOIN pg_roles r ON r.oid = acl.grantee
     WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND (r.rolname IS NULL OR NOT (r.rolname = ANY($2) OR r.rolsuper))`,
    [schema, own],
  );
  const onSchema = await client.query<{ line: string }>(
    `SELECT format('%s may %s schema %s', coalesce(r.rolname, 'everybody'), lower(acl.privilege_type), n.nspname) AS line
     FROM pg_namespace n CROSS JOIN LATERAL aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) acl
     LEFT JOIN pg_roles r ON r.oid = acl.grantee
     WHERE n.nspname = $1::text AND (r.rolname IS NULL OR NOT (r.rolname = ANY($2) OR r.rolsuper))`,
    [schema, own],
  );
  const foreign = await client.query<{ line: string }>(
    `SELECT DISTINCT format('%s has a right on %s.%s', r.rolname, n.nspname, c.relname) AS line
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL aclexplode(c.relacl) acl
     JOIN pg_roles r ON r.oid = acl.grantee
     WHERE r.rolname IN ($1::text, $1::text || '_worker') AND n.nspname NOT IN ($1::text, 'pg_catalog', 'information_schema')`,
    [schema],
  );
  return [...onTables.rows, ...onSchema.rows, ...foreign.rows].map((row) => row.line);
}

/** Policies that show more than one business, whoever is not the workers' role or the owner in a migration. */
async function policyBreaches(client: pg.Client, schema: string): Promise<string[]> {
  const found = await client.query<{ line: string }>(
    `SELECT format('%s on %s shows all businesses to %s', p.polname, c.relname, coalesce(r.rolname, 'everybody')) AS line
     FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN LATERAL unnest(p.polroles) AS role (oid) LEFT JOIN pg_roles r ON r.oid = role.oid
     WHERE n.nspname = $1::text AND coalesce(r.rolname, '') NOT IN ($1::text || '_worker', $1::text || '_owner')
       AND (pg_get_expr(p.polqual, p.polrelid) ~ '(^true$|THEN true)'
         OR pg_get_expr(p.polwithcheck, p.polrelid) ~ '(^true$|THEN true)')`,
    [schema],
  );
  return found.rows.map((row) => row.line);
}

async function roleBreaches(client: pg.Client, role: string): Promise<string[]> {
  const found = await client.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: number; member: number }>(
    `SELECT rolsuper, rolbypassrls,
       (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owns,
       (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS member
     FROM pg_roles r WHERE rolname = $1`,
    [role],
  );
  const [facts] = found.rows;
  if (facts === undefined) {
    return [`the role ${role} does not exist`];
  }
  const breaches: string[] = [];
  if (facts.rolsuper) {
    breaches.push(`the role ${role} is a superuser`);
  }
  if (facts.rolbypassrls) {
    breaches.push(`the role ${role} passes row-level security by`);
  }
  if (facts.owns > 0) {
    breaches.push(`the role ${role} owns ${facts.owns} relations, and an owner may lift their rules`);
  }
  if (facts.member > 0) {
    breaches.push(`the role ${role} is a member of another role`);
  }
  return breaches;
}
