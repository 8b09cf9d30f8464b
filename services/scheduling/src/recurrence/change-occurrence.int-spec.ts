import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schedulingRpc } from '@postloom/contracts';
import { refusal } from '../testing/scheduling-under-test.ts';
import { reasons } from './schedule.ts';
import { RecurrenceUnderTest, wallClock, zoneAtNoon } from './testing/recurrence-under-test.ts';

const minute = 60_000;

describe('one occurrence', () => {
  let recurring: RecurrenceUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
  });
  afterAll(() => recurring.close());

  it('is skipped and taken up again, and the ones around it stay', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 60);
    const [first, second] = await recurring.upcoming(tenant, made.id, 2);
    const skipped = await recurring.change(tenant, made.id, first?.localSlot ?? '', { skip: true });
    expect(skipped).toMatchObject({ status: 'skipped', reason: reasons.byPerson });
    expect((await recurring.find(tenant, made.id)).nextPostDate).toBe(second?.dueAt);
    expect((await recurring.upcoming(tenant, made.id, 2)).map(({ status }) => status)).toEqual(['skipped', 'planned']);
    await recurring.change(tenant, made.id, first?.localSlot ?? '', { skip: false });
    expect((await recurring.find(tenant, made.id)).nextPostDate).toBe(first?.dueAt);
    expect(await recurring.emittedOf(made.id, 'occurrenceSkipped')).toEqual([]);
  });

  it('with a caption, a photo and a time of its own needs no AI and goes out so', async () => {
    const { tenant, photoIds } = await recurring.tenant(3, { timeZone: zoneAtNoon() });
    const made = await recurring.schedule(tenant, 60);
    const [slot] = await recurring.upcoming(tenant, made.id, 1);
    const own = { caption: 'My own words', photoId: photoIds[2] ?? '' };
    const changes = { ...own, timeOfDay: wallClock(tenant.timeZone, 6) };
    expect(await recurring.change(tenant, made.id, slot?.localSlot ?? '', changes)).toMatchObject(own);
    const posted = await recurring.reaches(tenant, made.id, 'posted');
    expect(posted.photoId).toBe(own.photoId);
    const [post] = await recurring.postsOf(tenant);
    expect(post).toMatchObject({ caption: own.caption, photo_ids: [own.photoId] });
    expect(Math.abs((post?.due_at.getTime() ?? 0) - (await recurring.now()) - 6 * minute)).toBeLessThan(2 * minute);
    expect(await recurring.emittedOf(made.id, 'occurrenceStarted')).toEqual([]);
  });

  it('cannot be moved to a time of its day that has passed', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: zoneAtNoon() });
    const made = await recurring.schedule(tenant, 60);
    const [slot] = await recurring.upcoming(tenant, made.id, 1);
    const changes = { timeOfDay: wallClock(tenant.timeZone, -6) };
    const refused = await refusal(recurring.change(tenant, made.id, slot?.localSlot ?? '', changes));
    expect(refused).toMatchObject({ code: 'invalid_date' });
    expect(await recurring.upcoming(tenant, made.id, 1)).toEqual([slot]);
  });

  it('gets the person’s caption while its caption is being written', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    const { localSlot } = await recurring.reaches(tenant, made.id, 'captioning');
    await recurring.change(tenant, made.id, localSlot, { caption: 'Faster than the machine' });
    await recurring.reaches(tenant, made.id, 'posted');
    await recurring.answerCaptions(tenant, made.id); // too late, and harmless
    expect(await recurring.postsOf(tenant)).toMatchObject([{ caption: 'Faster than the machine' }]);
  });

  it('whose post exists is edited in that post and skipped with it; one that is out is not', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    await recurring.answerCaptions(tenant, made.id);
    const { localSlot } = await recurring.reaches(tenant, made.id, 'posted');
    await recurring.change(tenant, made.id, localSlot, { caption: 'Better words' });
    expect(await recurring.postsOf(tenant)).toMatchObject([{ caption: 'Better words', status: 'scheduled' }]);
    const usage = await recurring.under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant);
    expect(usage.used).toBe(1);
    await recurring.change(tenant, made.id, localSlot, { skip: true });
    expect(await recurring.postsOf(tenant)).toEqual([]);
    await recurring.change(tenant, made.id, localSlot, { skip: false });
    await recurring.reaches(tenant, made.id, 'posted');
    await recurring.under.sql(`UPDATE post_targets SET state = 'dispatched' WHERE business_id = $1`, [
      tenant.caller.businessId,
    ]);
    for (const changes of [{ skip: true }, { caption: 'Too late' }]) {
      expect(await refusal(recurring.change(tenant, made.id, localSlot, changes))).toMatchObject({
        code: 'publishing',
      });
    }
  });

  it('a draft that gets its caption from the person is scheduled', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 8);
    await recurring.answerCaptions(tenant, made.id, { reason: 'No provider answered.' });
    const { localSlot } = await recurring.reaches(tenant, made.id, 'drafted');
    expect(await refusal(recurring.change(tenant, made.id, localSlot, { skip: true }))).toEqual({
      code: 'publishing',
      message: 'This one has become a draft. Edit or delete that draft instead.',
    });
    const changed = await recurring.change(tenant, made.id, localSlot, { caption: 'Written by hand' });
    expect(changed).toMatchObject({ status: 'posted', reason: null });
    const posts = await recurring.postsOf(tenant);
    expect(posts).toMatchObject([{ status: 'scheduled', caption: 'Written by hand' }]);
    await recurring.under.rpc(schedulingRpc.postDelete, { id: posts[0]?.id ?? '' }, tenant);
    expect(await refusal(recurring.change(tenant, made.id, localSlot, { caption: 'Once more' }))).toEqual({
      code: 'publishing',
      message: 'Its post was deleted, so there is nothing left to change.',
    });
  });
});
