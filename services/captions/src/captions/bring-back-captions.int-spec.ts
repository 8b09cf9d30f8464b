import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bringBackRpc, captionsRpc, identityEvents } from '@postloom/contracts';
import type { WrittenCaption } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';

describe('captions that are brought back', () => {
  let under: CaptionsUnderTest;
  beforeAll(async () => {
    under = await CaptionsUnderTest.start({});
  });
  afterAll(() => under.close());

  const bringBack = (tenant: Tenant, captions: WrittenCaption[]) =>
    under.rpc(bringBackRpc.captions, { captions }, tenant);
  const written = (caption: string, createdAt: string): WrittenCaption => ({
    ...{ id: randomUUID(), photoId: null, caption, hashtags: ['#bread'], provider: 'openai', style: 'casual' },
    createdAt,
  });

  it('are the history that they were, once, and count nothing in the plan', async () => {
    const tenant = under.tenant();
    const rows = [
      written('Newer', '2026-10-02T10:00:00.000Z'),
      { ...written('Older', '2026-10-01T10:00:00.000Z'), photoId: randomUUID() },
    ];
    expect((await bringBack(tenant, rows)).map(({ outcome }) => outcome)).toEqual(['made', 'made']);
    expect((await bringBack(tenant, rows)).map(({ outcome }) => outcome)).toEqual(['known', 'known']);
    expect(await under.rpc(captionsRpc.captionHistory, {}, tenant)).toEqual(rows);
    const usage = await under.rpc(captionsRpc.usageGet, { payerId: tenant.caller.payerId }, tenant);
    expect(usage.used).toBe(0);
    expect(await under.rpc(captionsRpc.captionHistory, {}, under.tenant())).toEqual([]);
  });

  it('do not lie ahead, whatever the export says', async () => {
    const tenant = under.tenant();
    await bringBack(tenant, [written('From the future', '2999-01-01T00:00:00.000Z')]);
    const [row] = await under.rpc(captionsRpc.captionHistory, {}, tenant);
    expect(Date.parse(row?.createdAt ?? '')).toBeLessThan(Date.parse('2999-01-01T00:00:00.000Z'));
  });

  it('do not come into a business that was deleted', async () => {
    const tenant = under.tenant();
    const { businessId, payerId } = tenant.caller;
    await under.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId },
    });
    await eventually('it is refused', async () =>
      expect(await refusal(bringBack(tenant, [written('Late', '2026-10-01T10:00:00.000Z')]))).toMatchObject({
        code: 'not_found',
      }),
    );
  });
});
