import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recurringRpc, schedulingRpc } from '@postloom/contracts';
import { assertTenantIsolation } from '@postloom/testing';
import { refusal } from '../testing/scheduling-under-test.ts';
import { RecurrenceUnderTest, wallClock } from './testing/recurrence-under-test.ts';

const minute = 60_000;

describe('recurring schedules', () => {
  let recurring: RecurrenceUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
  });
  afterAll(() => recurring.close());

  it('keeps tenants apart on every table', async () => {
    await assertTenantIsolation(recurring.under.service.database, {
      schema: 'scheduling',
      withoutTenant: { zone_data: 'one row about the runtime, nothing of any business' },
    });
  });

  it('is created, shown with what comes next, changed, paused, resumed and deleted', async () => {
    // A zone without clock changes, so that every day of the test has 24 hours.
    const { tenant } = await recurring.tenant(1, { timeZone: 'Asia/Tokyo' });
    const made = await recurring.schedule(tenant, 120, { frequency: 'weekly', weekdays: [1, 2, 3, 4, 5, 6, 7] });
    expect(made).toMatchObject({
      isActive: true,
      usedPhotoIds: [],
      timeZone: 'Asia/Tokyo',
      albumId: null,
      version: 1,
    });
    const upcoming = await recurring.upcoming(tenant, made.id, 3);
    expect(upcoming.map(({ status }) => status)).toEqual(['planned', 'planned', 'planned']);
    expect(made.nextPostDate).toBe(upcoming[0]?.dueAt);
    expect(Date.parse(upcoming[1]?.dueAt ?? '') - Date.parse(upcoming[0]?.dueAt ?? '')).toBe(24 * 60 * minute);

    const later = await recurring.update(tenant, made.id, {
      timeOfDay: wallClock('Asia/Tokyo', 180),
      name: 'Later',
    });
    expect(Date.parse(later.nextPostDate ?? '') - Date.parse(made.nextPostDate ?? '')).toBe(60 * minute);
    expect(await recurring.update(tenant, made.id, { isActive: false })).toMatchObject({
      isActive: false,
      nextPostDate: null,
    });
    expect(await recurring.upcoming(tenant, made.id)).toEqual([]);
    expect((await recurring.update(tenant, made.id, { isActive: true })).nextPostDate).toBe(later.nextPostDate);
    expect((await recurring.find(tenant, made.id)).name).toBe('Later');
    expect(await recurring.under.rpc(recurringRpc.scheduleDelete, { id: made.id }, tenant)).toEqual({
      success: true,
    });
    expect(await recurring.under.rpc(recurringRpc.scheduleList, {}, tenant)).toEqual([]);
  });

  it('say in the calendar that there are more than it shows', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: 'Asia/Tokyo' });
    const { id } = await recurring.schedule(tenant, 120, { frequency: 'daily' });
    const first = (await recurring.upcoming(tenant, id, 1))[0]?.dueAt ?? '';
    const day = (after: number): string =>
      new Date(Date.parse(first) + after * 1_440 * minute).toISOString().slice(0, 10);
    const shown = () => recurring.under.rpc(schedulingRpc.calendarRange, { from: day(1), to: day(50) }, tenant);
    const few = await shown();
    expect([few.occurrences?.length, few.truncated]).toEqual([50, undefined]);
    await recurring.under.sql(
      `WITH ids AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM generate_series(1, 20))
      INSERT INTO recurring_schedules SELECT copy.* FROM ids, recurring_schedules s,
        jsonb_populate_record(s, jsonb_build_object('id', ids.id)) AS copy WHERE s.id = $1`,
      [id],
    );
    const many = await shown();
    expect([many.occurrences?.length, many.truncated]).toEqual([1_000, true]);
  });

  it('one request key makes one schedule', async () => {
    const { tenant } = await recurring.tenant();
    const body = { name: 'Once', frequency: 'daily' as const, timeOfDay: '09:00', platforms: ['instagram' as const] };
    const key = { idempotencyKey: randomUUID() };
    const first = await recurring.under.rpc(recurringRpc.scheduleCreate, body, tenant, key);
    expect(await recurring.under.rpc(recurringRpc.scheduleCreate, body, tenant, key)).toEqual(first);
    expect(first.useAllPhotos).toBe(false);
    expect(await recurring.under.rpc(recurringRpc.scheduleList, {}, tenant)).toHaveLength(1);
  });

  it('a foreign album, schedule, slot or photo is answered like an unknown one (S64), and viewers only read', async () => {
    const [{ tenant }, other] = [await recurring.tenant(), await recurring.tenant()];
    const foreignAlbum = recurring.album(other.tenant);
    expect(await refusal(recurring.schedule(tenant, 60, { albumId: foreignAlbum }))).toMatchObject({
      code: 'not_found',
    });
    expect(await refusal(recurring.schedule(tenant, 60, { albumId: randomUUID() }))).toMatchObject({
      code: 'not_found',
    });
    expect(await recurring.under.rpc(recurringRpc.scheduleList, {}, tenant)).toEqual([]);

    const [mine, theirs] = [await recurring.schedule(tenant, 60), await recurring.schedule(other.tenant, 60)];
    const [slot] = await recurring.upcoming(other.tenant, theirs.id, 1);
    const localSlot = slot?.localSlot ?? '';
    for (const call of [
      recurring.update(tenant, theirs.id, { name: 'mine now' }),
      recurring.update(tenant, mine.id, { albumId: foreignAlbum }),
      recurring.upcoming(tenant, theirs.id),
      recurring.history(tenant, theirs.id),
      recurring.change(tenant, theirs.id, localSlot, { skip: true }),
      recurring.change(tenant, mine.id, localSlot, { photoId: other.photoIds[0] }),
      recurring.change(tenant, mine.id, '2031-01-01T00:00', { skip: true }),
      recurring.under.rpc(recurringRpc.scheduleDelete, { id: theirs.id }, tenant),
    ]) {
      expect(await refusal(call)).toMatchObject({ code: 'not_found' });
    }
    expect(await recurring.find(other.tenant, theirs.id)).toEqual(theirs);
    const viewer = { role: 'viewer' as const };
    const body = { id: mine.id, changes: { isActive: false } };
    expect(await refusal(recurring.under.rpc(recurringRpc.scheduleUpdate, body, tenant, viewer))).toMatchObject({
      code: 'forbidden',
    });
  });

  it('refuses a last day before the first', async () => {
    const { tenant } = await recurring.tenant();
    const dates = { startDate: '2027-05-02', endDate: '2027-05-01' };
    expect(await refusal(recurring.schedule(tenant, 60, dates))).toMatchObject({ code: 'invalid_date' });
  });

  it('what comes stands in the calendar beside the posts, without what has a post or is skipped, and an old answer is never taken for a new one', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: 'Asia/Tokyo' });
    const [made, paused] = [await recurring.schedule(tenant, 5), await recurring.schedule(tenant, 30)];
    await recurring.update(tenant, paused.id, { isActive: false });
    await recurring.answerCaptions(tenant, made.id);
    const { localSlot } = await recurring.reaches(tenant, made.id, 'posted');
    const today = localSlot.slice(0, 10);
    const last = new Date(Date.parse(today) + 9 * 86_400_000).toISOString().slice(0, 10);
    const calendar = () => recurring.under.rpc(schedulingRpc.calendarRange, { from: today, to: last }, tenant);
    const before = await calendar();
    expect(before.posts).toHaveLength(1);
    expect(before.occurrences?.map((one) => [one.status, one.scheduleId])).toEqual(Array(9).fill(['planned', made.id]));
    expect(before.occurrences?.[8]?.localSlot.slice(0, 10)).toBe(last);
    const skipped = before.occurrences?.[2]?.localSlot ?? '';
    await recurring.change(tenant, made.id, skipped, { skip: true });
    const after = await calendar();
    expect(after.occurrences?.map((one) => one.localSlot)).toEqual(
      before.occurrences?.map((one) => one.localSlot).filter((slot) => slot !== skipped),
    );
    await recurring.update(tenant, made.id, { isActive: false });
    expect((await calendar()).occurrences).toBeUndefined();
    expect(
      await recurring.under.rpc(schedulingRpc.calendarRange, { from: '2020-01-01', to: '2020-01-31' }, tenant),
    ).toEqual({
      timeZone: 'Asia/Tokyo',
      posts: [],
    });
  });
});
