import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherEvents, recurringRpc, schedulingRpc } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import pg from 'pg';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

describe('an answer of an owner', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterEach(() => {
    under.meanwhile = () => Promise.resolve();
  });
  afterAll(() => under.close());

  const stateOf = async (accountId: string): Promise<string | undefined> =>
    (await under.sql<{ state: string }>('SELECT state FROM account_refs WHERE account_id = $1', [accountId]))[0]?.state;
  const accountOf = (tenant: Tenant, platform: Platform): string => tenant.accounts.get(platform) ?? '';
  const remove = async (tenant: Tenant, platform: Platform): Promise<void> => {
    const accountId = accountOf(tenant, platform);
    await under.service.emitFrom(publisherEvents.accountRemoved, {
      ...{ businessId: tenant.caller.businessId, entityId: accountId, version: 5 },
      data: { accountId, platform, accountName: 'bakery' },
    });
    await eventually('the removal is known', async () => expect(await stateOf(accountId)).toBe('removed'));
  };
  const isClosed = async (photoId: string): Promise<boolean | undefined> =>
    (
      await under.sql<{ closed: boolean }>('SELECT is_deleted AS closed FROM photo_refs WHERE photo_id = $1', [photoId])
    )[0]?.closed;

  it('does not bring back an account that was removed meanwhile', async () => {
    const tenant = under.tenant({ platforms: ['instagram', 'facebook'] });
    under.meanwhile = () => remove(tenant, 'instagram');
    await refusal(under.create(tenant));
    expect(await stateOf(accountOf(tenant, 'instagram'))).toBe('removed');
    expect(await stateOf(accountOf(tenant, 'facebook'))).toBe('connected');
  });

  it('brings back an account that was removed before and is connected again, whose event is still on its way', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    await remove(tenant, 'instagram');
    await under.create(tenant);
    expect(await stateOf(accountOf(tenant, 'instagram'))).toBe('connected');
  });

  it('may come while the first call of a business is looking', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const other = new pg.Client({ connectionString: under.service.database.adminUrl });
    await other.connect();
    try {
      // The zone has been looked for in vain when the rest is halted.
      await other.query('BEGIN');
      await other.query('LOCK TABLE scheduling.account_refs IN ACCESS EXCLUSIVE MODE');
      const created = under.rpc(
        recurringRpc.scheduleCreate,
        { name: 'Mondays', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'], useAllPhotos: true },
        tenant,
        { idempotencyKey: null },
      );
      created.catch(() => undefined); // awaited below
      await eventually('it looks for the rest', async () =>
        expect(
          (
            await other.query(
              `SELECT 1 FROM pg_locks WHERE relation = 'scheduling.account_refs'::regclass AND NOT granted`,
            )
          ).rows,
        ).toHaveLength(1),
      );
      await other.query(
        `INSERT INTO scheduling.business_refs (business_id, time_zone, late_limit_minutes, version) VALUES ($1, 'UTC', 360, 1)`,
        [tenant.caller.businessId],
      );
      await other.query('COMMIT');
      expect(await created).toMatchObject({ name: 'Mondays' });
    } finally {
      await other.end();
    }
  });

  it('does not open a photo that was closed for its deletion meanwhile, and opens one whose deletion came to nothing', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    await under.create(tenant); // makes its account known here
    under.meanwhile = () => under.rpc(schedulingRpc.photoUse, { photoId: tenant.photoId, detach: true }, tenant);
    await refusal(under.schedule(tenant));
    expect(await isClosed(tenant.photoId)).toBe(true);
    under.meanwhile = () => Promise.resolve();
    await under.schedule(tenant);
    expect(await isClosed(tenant.photoId)).toBe(false);
  });
});
