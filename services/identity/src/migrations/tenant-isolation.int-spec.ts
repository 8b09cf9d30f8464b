import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { assertTenantIsolation } from '@postloom/testing';
import { IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';

/** Each with its reason: assertTenantIsolation requires one for every table without a business. */
const withoutTenant = {
  users: 'a person is above businesses',
  credentials: 'of a person',
  subscriptions: 'of a person, who pays for all their businesses',
  billing_customers: 'of a person, who pays for all their businesses',
  billing_leavers: 'of nobody any more: customers whose person is gone',
  billing_events: 'ids of messages of the payment provider',
  sessions: 'of a person; found by the hash of a secret',
  one_use_tokens: 'of a person; found by the hash of a secret',
  mail_queue: 'to a person',
  notification_preferences: 'of a person, for all their businesses',
  quiet_hours: 'of a person, for all their businesses',
  push_devices: 'of a session',
  weekly_summaries: 'of a person, for all their businesses',
  unsubscribe_links: 'of a person; found by the hash of a secret',
  deletions: 'of a person, or of nobody any more',
  deletion_receipts: 'of the deletion of a person',
  deletion_codes: 'of whoever asked; found by the hash of a secret',
  openid_links: 'of a person',
  openid_sign_ins: 'of a browser, before it is known who sits at it; found by the hash of a secret',
  openid_sessions: 'of a session; found by the hash of a secret',
  openid_link_requests: 'of a person',
  audit_log: 'of a person',
  totp: 'of a person',
  recovery_codes: 'of a person',
  passkeys: 'of a person',
  challenges: 'of a sign-in that is under way; found by the hash of a secret',
  businesses: 'the tenant itself: its key is id; forced row-level security all the same, tested below',
};

describe('the schema of identity', () => {
  let identity: IdentityUnderTest;
  let mine: Person;
  let theirs: Person;
  let myBusiness: string;
  let theirBusiness: string;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start();
    [mine, theirs] = [await identity.signUp(), await identity.signUp()];
    myBusiness = (await identity.createBusiness(mine)).id;
    theirBusiness = (await identity.createBusiness(theirs)).id;
  });
  afterAll(() => identity.close());

  const seen = (scope: Scope, table: string, userId?: string) =>
    identity.service.get(Uow).run(scope, async (tx) => {
      if (userId !== undefined) {
        await tx.query(`SELECT set_config('app.user_id', $1, true)`, [userId]);
      }
      const rows = await tx.query<{ id: string }>(
        table === 'businesses' ? 'SELECT id FROM businesses' : 'SELECT business_id AS id FROM memberships',
      );
      return rows.map((row) => row.id);
    });

  it('keeps tenants apart', async () => {
    await assertTenantIsolation(identity.service.database, { schema: 'identity', withoutTenant });
    const [forced] = await identity.sql<{ forced: boolean }>(
      `SELECT relrowsecurity AND relforcerowsecurity AS forced FROM pg_class WHERE oid = 'businesses'::regclass`,
    );
    expect(forced?.forced).toBe(true);
  });

  it.each(['businesses', 'memberships'])('shows a person their own %s only, and a business itself', async (table) => {
    expect(await seen(Scope.global(), table, mine.id)).toEqual([myBusiness]);
    expect(await seen(Scope.global(), table, theirs.id)).toEqual([theirBusiness]);
    expect(await seen(Scope.business(theirBusiness), table)).toEqual([theirBusiness]);
    // Naming a person in the scope of a business grants no further access.
    expect(await seen(Scope.business(theirBusiness), table, mine.id)).toEqual([theirBusiness]);
  });

  it.each(['businesses', 'memberships'])(
    'fails for %s when nobody said who asks, instead of showing any',
    async (table) => {
      await expect(seen(Scope.global(), table)).rejects.toThrow(/app\.user_id|uuid/);
      await expect(
        identity.sql(table === 'businesses' ? 'SELECT id FROM businesses' : 'SELECT business_id FROM memberships'),
      ).rejects.toThrow(/app\.|uuid/);
    },
  );

  it('lets nobody write into the business of another', async () => {
    const write = (sql: string, parameters: unknown[]) =>
      identity.service.get(Uow).run(Scope.global(), async (tx) => {
        await tx.query(`SELECT set_config('app.user_id', $1, true)`, [mine.id]);
        return tx.query(sql, parameters);
      });
    expect(await write(`UPDATE businesses SET name = 'Mine now' WHERE id = $1 RETURNING id`, [theirBusiness])).toEqual(
      [],
    );
    expect(await write('DELETE FROM businesses WHERE id = $1 RETURNING id', [theirBusiness])).toEqual([]);
    await expect(
      write(`INSERT INTO memberships (business_id, user_id, role) VALUES ($1, $2, 'admin')`, [myBusiness, theirs.id]),
    ).rejects.toThrow(/row-level security/);
  });

  it('carries no person from one statement of a pooled connection to the next', async () => {
    await Promise.all(Array.from({ length: 30 }, () => identity.resolve(mine.sessionToken)));
    for (let turn = 0; turn < 12; turn += 1) {
      await expect(identity.sql('SELECT id FROM businesses')).rejects.toThrow(/app\.|uuid/);
    }
  });

  it('refuses an active business that is not the person’s, whatever the code does', async () => {
    await expect(
      identity.sql('UPDATE users SET active_business_id = $2 WHERE id = $1', [mine.id, theirBusiness]),
    ).rejects.toThrow(/users_active_business_is_their_own/);
    expect(await identity.rpc(identityRpc.activeBusinessGet, {}, { userId: mine.id })).toEqual({
      businessId: myBusiness,
    });
  });
});
