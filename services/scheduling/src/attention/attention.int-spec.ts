import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  attentionRpc,
  failedSince,
  needOf,
  publisherEvents,
  resolveRpc,
  rowsOf,
  schedulingRpc,
  UNCLEAR_OUTCOME,
} from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { halfPublished } from '../testing/half-published.ts';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

const doubt = { status: 'needs_attention', error: { code: UNCLEAR_OUTCOME, message: 'No answer.' } } as const;
const parked = { status: 'needs_attention', error: { code: 'reconnect', message: 'Reconnect it.' } } as const;
const refused = { status: 'failed', error: { code: 'refused', message: 'Too small.' } } as const;

describe('what needs a person in all businesses of one owner', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  /** Another business of the same owner. */
  const clientOf = (owner: Tenant): Tenant => {
    const { payerId } = owner;
    const client: Tenant = { ...under.tenant(), payerId };
    const own = { ...client, caller: { ...client.caller, payerId, userId: owner.caller.userId } };
    under.tenants.push(own);
    return own;
  };
  const idOf = ({ caller }: Tenant): string => caller.businessId;
  const counted = async (caller: Tenant, ...tenants: readonly Tenant[]) => {
    const found = await under.rpc(attentionRpc.scheduling, { businessIds: tenants.map(idOf) }, caller);
    return tenants.map((tenant) => found.find(({ businessId }) => businessId === idOf(tenant))?.things ?? 0);
  };
  /** What the dashboard of a business brings up. */
  const brought = async (tenant: Tenant): Promise<number> => {
    const from = failedSince(Date.now());
    const posts = [
      ...rowsOf(await under.rpc(schedulingRpc.postList, { status: 'failed', settledFrom: from, limit: 100 }, tenant)),
      ...rowsOf(await under.rpc(schedulingRpc.postScheduled, { limit: 100 }, tenant)),
    ];
    return posts.filter(({ targets }) => targets.some((target) => needOf(target) !== null)).length;
  };

  it('is counted for each as its dashboard brings it up, whatever else it has', async () => {
    const rye = under.tenant();
    const [yoga, quiet] = [clientOf(rye), clientOf(rye)];
    const failed = await halfPublished(under, rye, refused);
    const unclear = await halfPublished(under, rye, doubt);
    await halfPublished(under, rye, parked);
    await halfPublished(under, yoga, refused);
    for (const tenant of [rye, yoga, quiet]) {
      await under.schedule(tenant);
      await under.create(tenant);
    }
    expect(await counted(rye, rye, yoga, quiet)).toEqual([3, 1, 0]);
    expect(await Promise.all([rye, yoga, quiet].map(brought))).toEqual([3, 1, 0]);

    // Dealt with: decided, edited, and failed so long ago that nobody is reminded.
    await under.rpc(
      resolveRpc.targetResolve,
      { id: unclear.id, platform: 'instagram', resolution: { outcome: 'published' } },
      rye,
    );
    expect(await counted(yoga, rye, yoga)).toEqual([2, 1]);
    const setBack = (days: number) =>
      under.sql(
        `UPDATE posts SET settled_at = date_trunc('day', now(), 'UTC') - make_interval(days => $2) WHERE id = $1`,
        [failed.id, days],
      );
    for (const [days, expected] of [
      [14, 2],
      [15, 1],
    ] as const) {
      await setBack(days);
      expect(await counted(rye, rye)).toEqual([expected]);
      expect(await brought(rye)).toBe(expected);
    }
  });

  it('is what failed lately, however long ago it was due', async () => {
    const rye = under.tenant();
    const { id } = await halfPublished(under, rye, refused);
    await under.sql(`UPDATE posts SET due_at = due_at - interval '40 days' WHERE id = $1`, [id]);
    expect(await counted(rye, rye)).toEqual([1]);
    expect(await brought(rye)).toBe(1);
  });

  it('is a post that failed on one platform while another one is under way', async () => {
    const rye = under.tenant();
    const { id } = await under.create(rye, { photoId: rye.photoId });
    await under.rpc(schedulingRpc.postPublish, { id }, rye);
    await eventually('handed over', async () => {
      expect((await under.targetsOf(id)).every(({ state }) => state === 'dispatched')).toBe(true);
    });
    expect(await counted(rye, rye)).toEqual([0]);
    const [target] = await under.targetsOf(id);
    await under.service.emitFrom(publisherEvents.targetFailed, {
      ...{ businessId: idOf(rye), entityId: target?.id ?? '', version: 2 },
      data: {
        ...{ targetId: target?.id ?? '', round: 1, postId: id, platform: 'instagram', attempts: 1 },
        ...{ accountId: target?.account_id ?? '', error: refused.error },
      },
    });
    await eventually('one part has failed', async () => expect(await counted(rye, rye)).toEqual([1]));
    expect(await brought(rye)).toBe(1);
  });

  it('is nothing of another owner, whoever asks for it', async () => {
    const [rye, stranger] = [under.tenant(), under.tenant()];
    await halfPublished(under, rye, doubt);
    await halfPublished(under, rye, refused);
    expect(await counted(stranger, rye, stranger)).toEqual([0, 0]);
    expect(await counted(rye, rye, stranger)).toEqual([2, 0]);
    const nobody = { payerId: null, businessId: null, role: null };
    expect(await under.rpc(attentionRpc.scheduling, { businessIds: [idOf(rye)] }, rye, nobody as never)).toEqual([]);
  });
});
