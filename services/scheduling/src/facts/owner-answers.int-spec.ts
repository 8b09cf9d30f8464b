import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherEvents, schedulingRpc } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
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
