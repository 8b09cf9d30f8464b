import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaRpc, publisherEvents, publisherRpc, schedulingRpc } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { eventually, stubRpc } from '@postloom/testing';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

/** What happens while an owner's answer is on its way. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();

describe('an answer of an owner', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
    await Promise.all([under.accountStub.close(), under.photoStub.close()]);
    const { nats } = under.service;
    const of = (businessId: string | null) => under.tenants.find((one) => one.caller.businessId === businessId);
    await stubRpc(nats, publisherRpc.accountList, async (_, { businessId }) => {
      await meanwhile();
      return [...(of(businessId)?.accounts ?? [])].map(([platform, id]) => ({
        ...{ id, platform, accountName: 'bakery', accountId: id, avatarUrl: null },
        ...{ status: 'active' as const, connectedAt: '2026-01-01T00:00:00.000Z', expiresAt: null },
      }));
    });
    await stubRpc(nats, mediaRpc.photoFacts, async ({ ids }) => {
      await meanwhile();
      return ids.map((id) => ({
        ...{ id, filename: 'a.jpg', originalName: 'a.jpg', objectPath: '/a', mimeType: 'image/jpeg', altText: null },
        ...{ fileSize: 1, width: 1080, height: 1080, albumId: null, sha256: 'a'.repeat(64), usedInPosts: 0 },
        thumbnails: { '200': '/a', '400': '/a', '800': '/a' },
        ...{ status: 'ready' as const, createdAt: '2026-01-01T00:00:00.000Z' },
      }));
    });
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
    meanwhile = () => remove(tenant, 'instagram');
    await refusal(under.create(tenant));
    expect(await stateOf(accountOf(tenant, 'instagram'))).toBe('removed');
    expect(await stateOf(accountOf(tenant, 'facebook'))).toBe('connected');
  });

  it('brings back an account that was removed before and is connected again, whose event is still on its way', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    meanwhile = () => Promise.resolve();
    await remove(tenant, 'instagram');
    await under.create(tenant);
    expect(await stateOf(accountOf(tenant, 'instagram'))).toBe('connected');
  });

  it('does not open a photo that was closed for its deletion meanwhile, and opens one whose deletion came to nothing', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    meanwhile = () => Promise.resolve();
    await under.create(tenant); // its account is known from here on
    meanwhile = () => under.rpc(schedulingRpc.photoUse, { photoId: tenant.photoId, detach: true }, tenant);
    await refusal(under.schedule(tenant));
    expect(await isClosed(tenant.photoId)).toBe(true);
    meanwhile = () => Promise.resolve();
    await under.schedule(tenant);
    expect(await isClosed(tenant.photoId)).toBe(false);
  });
});
