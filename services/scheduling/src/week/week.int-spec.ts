import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { weekRpc } from '@postloom/contracts';
import type { WeekOfPosts } from '@postloom/contracts';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

/** A Monday; Berlin's clocks change on the Sunday before it. */
const MONDAY = '2027-03-29';

describe('the week of a business', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const week = (tenant: Tenant): Promise<WeekOfPosts> =>
    under.service.rpc(weekRpc.weekGet, { monday: MONDAY }, { ...tenant.caller, role: null });
  /** A business whose zone is known here, without posts. */
  const business = async (timeZone = 'Europe/Berlin'): Promise<Tenant> => {
    const tenant = under.tenant({ timeZone });
    await under.sql('INSERT INTO business_refs (business_id, payer_id, time_zone, version) VALUES ($1, $2, $3, 1)', [
      ...[tenant.caller.businessId, tenant.payerId, timeZone],
    ]);
    return tenant;
  };
  const insert = async (
    tenant: Tenant,
    status: 'published' | 'failed' | 'scheduled' | 'draft',
    at: string,
    caption: string,
  ) => {
    const id = randomUUID();
    await under.sql(
      `INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone, settled_at)
       VALUES ($1, $2, $3, $4, ARRAY[$5::uuid], $6, $7::timestamptz, $7::timestamptz AT TIME ZONE $8, $8,
         CASE WHEN $6 IN ('published', 'failed') THEN $7::timestamptz END)`,
      [id, tenant.caller.businessId, tenant.payerId, caption, tenant.photoId, status, at, tenant.timeZone],
    );
    await under.sql(
      `INSERT INTO post_targets (id, business_id, post_id, platform, position) VALUES
         (gen_random_uuid(), $1, $2, 'tiktok', 0), (gen_random_uuid(), $1, $2, 'instagram', 1)`,
      [tenant.caller.businessId, id],
    );
    return id;
  };
  const captions = ({ first }: WeekOfPosts['published']): (string | null)[] => first.map(({ caption }) => caption);

  it('begins and ends at midnight on the wall clock of the business, clock changes included', async () => {
    const tenant = await business();
    await insert(tenant, 'published', '2027-03-21T22:59:59Z', 'the Sunday before');
    const id = await insert(tenant, 'published', '2027-03-21T23:00:00Z', 'first');
    await insert(tenant, 'published', '2027-03-28T21:59:59Z', 'last');
    await insert(tenant, 'published', '2027-03-28T22:00:00Z', 'this week already');
    await insert(tenant, 'failed', '2027-03-24T10:00:00Z', 'refused');
    await insert(tenant, 'scheduled', '2027-03-28T22:00:00Z', 'planned first');
    await insert(tenant, 'scheduled', '2027-04-04T21:59:59Z', 'planned last');
    await insert(tenant, 'scheduled', '2027-04-04T22:00:00Z', 'the week after');
    await insert(tenant, 'draft', '2027-03-30T10:00:00Z', 'a draft');
    const answer = await week(tenant);
    expect(answer.timeZone).toBe('Europe/Berlin');
    expect(captions(answer.published)).toEqual(['first', 'last']);
    expect(captions(answer.failed)).toEqual(['refused']);
    expect(captions(answer.planned)).toEqual(['planned first', 'planned last']);
    expect(answer.published.first[0]).toEqual({
      ...{ id, caption: 'first', at: '2027-03-21T23:00:00.000Z', platforms: ['tiktok', 'instagram'] },
    });
  });

  it('shows a few posts with the beginning of their captions, and counts them all', async () => {
    const tenant = await business();
    for (let hour = 10; hour < 20; hour += 1) {
      await insert(tenant, 'published', `2027-03-24T${hour}:00:00Z`, `${hour} ${'ä'.repeat(5_000)}`);
    }
    const { published } = await week(tenant);
    expect(published.total).toBe(10);
    expect(captions(published).map((caption) => caption?.slice(0, 2))).toEqual(['10', '11', '12', '13', '14']);
    expect(captions(published).map((caption) => [...(caption ?? '')].length)).toEqual([90, 90, 90, 90, 90]);
  });

  it('has nothing of other businesses, and nothing for one without posts', async () => {
    const [mine, theirs] = [await business(), await business()];
    await insert(theirs, 'published', '2027-03-24T10:00:00Z', 'theirs');
    const none = { total: 0, first: [] };
    expect(await week(mine)).toEqual({ timeZone: 'Europe/Berlin', published: none, failed: none, planned: none });
    expect(await week(under.tenant())).toEqual({ timeZone: 'UTC', published: none, failed: none, planned: none });
  });

  it('counts recurring posts that are not written yet as planned', async () => {
    const tenant = await business();
    await under.sql(
      `INSERT INTO recurring_schedules (id, business_id, payer_id, author_id, name, frequency, time_of_day, platforms,
         use_all_photos, start_date, time_zone, is_active)
       VALUES (gen_random_uuid(), $1, $2, $3, 'Daily bread', 'daily', '09:00', ARRAY['instagram'], true, '2027-03-31', $4, true)`,
      [tenant.caller.businessId, tenant.payerId, tenant.caller.userId, tenant.timeZone],
    );
    const { planned } = await week(tenant);
    expect(planned.total).toBe(5);
    expect(planned.first[0]).toEqual({
      ...{ id: null, caption: null, at: '2027-03-31T07:00:00.000Z', platforms: ['instagram'] },
    });
  });
});
