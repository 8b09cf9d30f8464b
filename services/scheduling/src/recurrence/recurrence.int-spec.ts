import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  captionsEvents,
  identityEvents,
  limitReached,
  mediaEvents,
  recurringRpc,
  schedulingRpc,
} from '@postloom/contracts';
import { assertTenantIsolation, eventually } from '@postloom/testing';
import { refusal } from '../testing/scheduling-under-test.ts';
import { reasons } from './schedule.ts';
import { RecurrenceUnderTest, wallClock } from './testing/recurrence-under-test.ts';

describe('recurring schedules', () => {
  let recurring: RecurrenceUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
  });
  afterAll(() => recurring.close());

  const minute = 60_000;
  const now = () => recurring.under.sql<{ now: Date }>('SELECT now() AS now').then(([row]) => row?.now.getTime() ?? 0);

  it('keeps tenants apart on every table', async () => {
    await assertTenantIsolation(recurring.under.service.database, { schema: 'scheduling' });
  });

  describe('as a list that people keep', () => {
    it('is created, shown with what comes next, changed, paused, resumed and deleted', async () => {
      // A zone without clock changes, so that a day has 24 hours on every day of the test.
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
  });

  describe('from slot to post', () => {
    it('picks a photo, has a caption written, and leaves one post due at the slot, however often the news comes', async () => {
      const { tenant, photoIds } = await recurring.tenant(2);
      const made = await recurring.schedule(tenant, 5);
      const told = await recurring.answerCaptions(tenant, made.id);
      const posted = await recurring.reaches(tenant, made.id, 'posted');
      for (const event of told) await recurring.under.service.retell(event);
      const [post, ...more] = await recurring.postsOf(tenant);
      expect(more).toEqual([]);
      expect(post).toMatchObject({ source: 'recurring', status: 'scheduled', photo_ids: [photoIds[0]] });
      expect(post?.caption).toBe('Warm from the oven.\n\n#bread #bakery');
      expect(post?.due_at.toISOString()).toBe(made.nextPostDate);
      expect(posted).toMatchObject({ postId: post?.id, photoId: photoIds[0], dueAt: made.nextPostDate });
      const [started] = await recurring.toldOf(made.id, 'occurrenceStarted');
      expect(started?.data).toMatchObject({
        userId: tenant.caller.userId,
        payerId: tenant.payerId,
        neededBy: made.nextPostDate,
      });
      const { history } = await recurring.under.get(tenant, post?.id ?? '');
      expect(history[0]).toMatchObject({
        actor: 'schedule',
        what: expect.stringContaining('By the schedule "Daily bread".'),
      });
      const found = await recurring.find(tenant, made.id);
      expect(found.usedPhotoIds).toEqual([photoIds[0]]);
      expect(found.nextPostDate).toBe(made.nextPostDate); // it is still to go out
    });

    it('goes out at its slot like any other post', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 5);
      await recurring.reaches(tenant, made.id, 'captioning');
      await recurring.under.sql(`UPDATE occurrences SET due_at = now() WHERE schedule_id = $1`, [made.id]);
      await recurring.answerCaptions(tenant, made.id);
      const { postId } = await recurring.reaches(tenant, made.id, 'posted');
      await eventually('its targets are handed over', async () => {
        const targets = await recurring.under.targetsOf(postId ?? '');
        expect(targets.map(({ state }) => state)).toEqual(['dispatched', 'dispatched']);
      });
    });

    it('a platform that takes less gets fewer hashtags and then fewer words; one that is not connected is left out', async () => {
      const { tenant } = await recurring.tenant(1, { platforms: ['instagram', 'twitter'] });
      const made = await recurring.schedule(tenant, 5, { platforms: ['instagram', 'twitter', 'tiktok'] });
      recurring.generations.calls.length = 0;
      await recurring.answerCaptions(tenant, made.id);
      const { postId } = await recurring.reaches(tenant, made.id, 'posted');
      const post = await recurring.under.get(tenant, postId ?? '');
      expect(post.platforms).toEqual(['instagram', 'twitter']);
      expect(post.history.map(({ what }) => what)).toContain('TikTok is not connected, so it was left out.');
      expect(recurring.generations.calls.map(({ context }) => context.businessId)).toEqual([tenant.caller.businessId]);
    });

    it('without a caption by the slot it becomes an empty draft, the owner is told, and empty it can never go out', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 5);
      await recurring.reaches(tenant, made.id, 'captioning');
      await recurring.letPass(made.id, 0);
      const drafted = await recurring.reaches(tenant, made.id, 'drafted');
      expect(drafted.reason).toBe(reasons.noCaptionInTime);
      const [told] = await recurring.toldOf(made.id, 'occurrenceDrafted');
      expect(told?.data).toMatchObject({ postId: drafted.postId, reason: reasons.noCaptionInTime });
      const id = drafted.postId ?? '';
      const post = await recurring.under.get(tenant, id);
      expect(post).toMatchObject({ status: 'draft', caption: '', source: 'recurring' });
      const refused = { code: 'validation_failed', message: 'Please enter a caption for your post.' };
      const due = new Date((await now()) + 60 * minute).toISOString();
      const change = (changes: object) =>
        recurring.under.rpc(schedulingRpc.postUpdate, { id, changes: { version: post.version, ...changes } }, tenant);
      expect(await refusal(change({ status: 'scheduled', scheduledFor: due }))).toMatchObject(refused);
      expect(await refusal(recurring.under.rpc(schedulingRpc.postPublish, { id }, tenant))).toMatchObject(refused);
      const mended = await change({ status: 'scheduled', scheduledFor: due, caption: 'Now with words' });
      expect(mended).toMatchObject({ status: 'scheduled', caption: 'Now with words' });
    });

    it('when no provider gives a caption it becomes a draft at once, with the reason', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 5);
      await recurring.answerCaptions(tenant, made.id, 'None of the AI providers answered.');
      const drafted = await recurring.reaches(tenant, made.id, 'drafted');
      expect(drafted.reason).toContain('None of the AI providers answered.');
      expect(await recurring.postsOf(tenant)).toMatchObject([{ status: 'draft', caption: '' }]);
    });

    it('no photo in the album: skipped, and the owner is told; the library is not touched', async () => {
      const { tenant } = await recurring.tenant(2);
      const albumId = recurring.album(tenant);
      const made = await recurring.schedule(tenant, 5, { useAllPhotos: false, albumId });
      expect((await recurring.reaches(tenant, made.id, 'skipped')).reason).toBe(reasons.noPhotoInAlbum);
      expect((await recurring.toldOf(made.id, 'occurrenceSkipped')).map(({ data }) => data['reason'])).toEqual([
        reasons.noPhotoInAlbum,
      ]);
      expect(await recurring.postsOf(tenant)).toEqual([]);
    });

    it('takes photos of its album only, as media tells where they are', async () => {
      const { tenant, photoIds } = await recurring.tenant(1);
      const albumId = recurring.album(tenant);
      const inAlbum = await recurring.photo(tenant, albumId, 30);
      const made = await recurring.schedule(tenant, 5, { useAllPhotos: false, albumId });
      expect((await recurring.reaches(tenant, made.id, 'captioning')).photoId).toBe(inAlbum);
      const moved = { photoId: photoIds[0] ?? '', sha256: 'a'.repeat(64), mimeType: 'image/jpeg', width: 1, height: 1 };
      await recurring.under.service.emitFrom(mediaEvents.photoUpdated, {
        ...{ businessId: tenant.caller.businessId, entityId: moved.photoId, version: 2 },
        data: { ...moved, fileSize: 1, albumId, thumbnailPath: '/objects/x' },
      });
      await eventually('the photo is in the album', async () => {
        const rows = await recurring.under.sql(
          'SELECT 1 AS found FROM photo_refs WHERE photo_id = $1 AND album_id = $2',
          [moved.photoId, albumId],
        );
        expect(rows).toHaveLength(1);
      });
    });

    it('a used-up plan skips with its sentence, also when the last post goes while the caption is written', async () => {
      const { tenant } = await recurring.tenant(1, { tier: 'free', platforms: ['instagram'] });
      const fill = (used: number) =>
        recurring.under.sql(`UPDATE usage SET used = $2 WHERE payer_id = $1 AND metric = 'posts'`, [
          tenant.payerId,
          used,
        ]);
      await fill(5);
      const full = await recurring.schedule(tenant, 5);
      expect((await recurring.reaches(tenant, full.id, 'skipped')).reason).toBe(limitReached.posts);
      expect(await recurring.toldOf(full.id, 'occurrenceStarted')).toEqual([]);
      await fill(4);
      const almost = await recurring.schedule(tenant, 6);
      await recurring.reaches(tenant, almost.id, 'captioning');
      await fill(5);
      await recurring.answerCaptions(tenant, almost.id);
      expect((await recurring.reaches(tenant, almost.id, 'skipped')).reason).toBe(limitReached.posts);
      expect(await recurring.postsOf(tenant)).toEqual([]);
    });

    it('a caption of the photo before that failed late leaves the words for the new photo to be waited for', async () => {
      const { tenant, photoIds } = await recurring.tenant(2);
      const made = await recurring.schedule(tenant, 5);
      const { localSlot } = await recurring.reaches(tenant, made.id, 'captioning');
      const [asked] = await recurring.toldOf(made.id, 'occurrenceStarted');
      await recurring.change(tenant, made.id, localSlot, { photoId: photoIds[1] ?? '' });
      await eventually('words for the other photo are asked for', async () =>
        expect((await recurring.history(tenant, made.id))[0]).toMatchObject({
          status: 'captioning',
          photoId: photoIds[1],
        }),
      );
      const { occurrenceId = '', photoId = '' } = asked?.data ?? {};
      const generationId = randomUUID();
      await recurring.under.service.emitFrom(captionsEvents.captionFailed, {
        ...{ businessId: tenant.caller.businessId, entityId: generationId },
        data: { generationId, occurrenceId, photoId, reason: 'The photo could not be read.' },
      });
      await recurring.answerCaptions(tenant, made.id);
      expect((await recurring.reaches(tenant, made.id, 'posted')).photoId).toBe(photoIds[1]);
    });

    it('a photo that is deleted while its caption is written is replaced by another', async () => {
      const { tenant, photoIds } = await recurring.tenant(2);
      const made = await recurring.schedule(tenant, 5);
      expect((await recurring.reaches(tenant, made.id, 'captioning')).photoId).toBe(photoIds[0]);
      await recurring.under.rpc(schedulingRpc.photoUse, { photoId: photoIds[0] ?? '', detach: true }, tenant);
      await recurring.answerCaptions(tenant, made.id);
      await eventually('another photo is picked', async () =>
        expect((await recurring.history(tenant, made.id))[0]).toMatchObject({
          status: 'captioning',
          photoId: photoIds[1],
        }),
      );
      await recurring.answerCaptions(tenant, made.id);
      expect((await recurring.reaches(tenant, made.id, 'posted')).photoId).toBe(photoIds[1]);
    });
  });

  describe('one occurrence', () => {
    it('is skipped and taken up again, and the ones around it stay', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 60);
      const [first, second] = await recurring.upcoming(tenant, made.id, 2);
      const skipped = await recurring.change(tenant, made.id, first?.localSlot ?? '', { skip: true });
      expect(skipped).toMatchObject({ status: 'skipped', reason: reasons.byPerson });
      expect((await recurring.find(tenant, made.id)).nextPostDate).toBe(second?.dueAt);
      expect((await recurring.upcoming(tenant, made.id, 2)).map(({ status }) => status)).toEqual([
        'skipped',
        'planned',
      ]);
      await recurring.change(tenant, made.id, first?.localSlot ?? '', { skip: false });
      expect((await recurring.find(tenant, made.id)).nextPostDate).toBe(first?.dueAt);
      expect(await recurring.toldOf(made.id, 'occurrenceSkipped')).toEqual([]);
    });

    it('with a caption, a photo and a time of its own needs no AI and goes out so', async () => {
      const { tenant, photoIds } = await recurring.tenant(3);
      const made = await recurring.schedule(tenant, 60);
      const [slot] = await recurring.upcoming(tenant, made.id, 1);
      const localSlot = slot?.localSlot ?? '';
      const timeOfDay = wallClock(tenant.timeZone, 6);
      const own = { caption: 'My own words', photoId: photoIds[2] ?? '' };
      const changed = await refusal(recurring.change(tenant, made.id, localSlot, { ...own, timeOfDay }));
      if (localSlot.slice(11) < timeOfDay) {
        // Only in the hour before midnight: that time has passed on the slot's own day.
        expect(changed).toMatchObject({ code: 'invalid_date' });
        return;
      }
      expect(changed).toMatchObject({ answered: { caption: own.caption, photoId: own.photoId } });
      const posted = await recurring.reaches(tenant, made.id, 'posted');
      expect(posted.photoId).toBe(own.photoId);
      const [post] = await recurring.postsOf(tenant);
      expect(post).toMatchObject({ caption: own.caption, photo_ids: [own.photoId] });
      expect(Math.abs((post?.due_at.getTime() ?? 0) - (await now()) - 6 * minute)).toBeLessThan(2 * minute);
      expect(await recurring.toldOf(made.id, 'occurrenceStarted')).toEqual([]);
    });

    it('gets the person’s words while its caption is being written', async () => {
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

    it('a draft that gets its words from the person is scheduled', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 8);
      await recurring.answerCaptions(tenant, made.id, 'No provider answered.');
      const { localSlot } = await recurring.reaches(tenant, made.id, 'drafted');
      const changed = await recurring.change(tenant, made.id, localSlot, { caption: 'Written by hand' });
      expect(changed).toMatchObject({ status: 'posted', reason: null });
      expect(await recurring.postsOf(tenant)).toMatchObject([{ status: 'scheduled', caption: 'Written by hand' }]);
    });
  });

  describe('pauses, edits and ends', () => {
    it('a pause takes back what is not out and catches up nothing; a touched slot waits', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 5);
      await recurring.answerCaptions(tenant, made.id);
      await recurring.reaches(tenant, made.id, 'posted');
      const [, later] = await recurring.upcoming(tenant, made.id, 2);
      await recurring.change(tenant, made.id, later?.localSlot ?? '', { caption: 'For tomorrow' });
      await recurring.update(tenant, made.id, { isActive: false });
      expect(await recurring.postsOf(tenant)).toEqual([]);
      expect((await recurring.rows(made.id)).map(({ status }) => status)).toEqual(['planned']);

      await recurring.letPass(made.id, 3); // the touched slot comes by during the pause
      expect((await recurring.reaches(tenant, made.id, 'skipped')).reason).toBe(reasons.paused);
      const resumed = await recurring.update(tenant, made.id, { isActive: true });
      expect(resumed.nextPostDate).not.toBeNull();
      expect(Date.parse(resumed.nextPostDate ?? '')).toBeGreaterThan(await now());
    });

    it('a deleted schedule takes its waiting post with it, and leaves what is out', async () => {
      const { tenant } = await recurring.tenant();
      const [gone, out] = [await recurring.schedule(tenant, 5), await recurring.schedule(tenant, 5)];
      for (const { id } of [gone, out]) {
        await recurring.answerCaptions(tenant, id);
        await recurring.reaches(tenant, id, 'posted');
      }
      const [{ postId } = { postId: null }] = await recurring.history(tenant, out.id);
      await recurring.under.sql(`UPDATE post_targets SET state = 'dispatched' WHERE post_id = $1`, [postId]);
      for (const { id } of [gone, out]) await recurring.under.rpc(recurringRpc.scheduleDelete, { id }, tenant);
      expect((await recurring.postsOf(tenant)).map(({ id }) => id)).toEqual([postId]);
    });

    it('another time moves the slot that has begun and the ones a person touched', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 5);
      await recurring.answerCaptions(tenant, made.id);
      await recurring.reaches(tenant, made.id, 'posted');
      const later = (await recurring.upcoming(tenant, made.id, 3))[2]?.localSlot ?? '';
      await recurring.change(tenant, made.id, later, { caption: 'Kept' });
      const timeOfDay = wallClock(tenant.timeZone, 300);
      const moved = await recurring.update(tenant, made.id, { timeOfDay });
      expect(await recurring.postsOf(tenant)).toEqual([]);
      const upcoming = await recurring.upcoming(tenant, made.id, 4);
      expect(upcoming.every(({ localSlot }) => localSlot.endsWith(timeOfDay))).toBe(true);
      expect(upcoming.find(({ caption }) => caption === 'Kept')?.localSlot.slice(0, 10)).toBe(later.slice(0, 10));
      expect(moved.nextPostDate).toBe(upcoming[0]?.dueAt);
    });

    it('a business that moves to another zone keeps the wall clock of its slots (F49)', async () => {
      const { tenant } = await recurring.tenant(1, { timeZone: 'America/New_York' });
      const made = await recurring.schedule(tenant, 600);
      const touched = (await recurring.upcoming(tenant, made.id, 3))[2]?.localSlot ?? '';
      await recurring.change(tenant, made.id, touched, { caption: 'Kept' });
      const facts = {
        name: 'Bakery',
        industryType: 'restaurant' as const,
        lateLimitMinutes: 360,
        payerId: tenant.payerId,
      };
      await recurring.under.service.emitFrom(identityEvents.businessUpdated, {
        ...{ businessId: tenant.caller.businessId, entityId: tenant.caller.businessId, version: 9 },
        data: { ...facts, businessId: tenant.caller.businessId, timeZone: 'Asia/Tokyo' },
      });
      await eventually('the schedule is in Tokyo', async () =>
        expect((await recurring.find(tenant, made.id)).timeZone).toBe('Asia/Tokyo'),
      );
      const upcoming = await recurring.upcoming(tenant, made.id, 4);
      for (const { localSlot, dueAt } of upcoming) expect(new Date(`${localSlot}:00+09:00`).toISOString()).toBe(dueAt);
      expect(upcoming.find(({ localSlot }) => localSlot === touched)?.caption).toBe('Kept');
      expect((await recurring.find(tenant, made.id)).nextPostDate).toBe(upcoming[0]?.dueAt);
    });

    it('nothing runs for a deleted business, and its schedules go', async () => {
      const { tenant } = await recurring.tenant();
      const made = await recurring.schedule(tenant, 30);
      const { businessId } = tenant.caller;
      await recurring.under.service.emitFrom(identityEvents.businessDeleted, {
        ...{ businessId, entityId: businessId, version: 10, data: { businessId, payerId: tenant.payerId } },
      });
      await eventually('its schedules are gone', async () => {
        const rows = await recurring.under.sql('SELECT id FROM recurring_schedules WHERE id = $1', [made.id]);
        expect(rows).toEqual([]);
      });
    });
  });

  describe('in the calendar', () => {
    it('what comes stands beside the posts, without what has a post or is skipped, and an old answer is never taken for a new one', async () => {
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
      expect(before.occurrences?.map((one) => [one.status, one.scheduleId])).toEqual(
        Array(9).fill(['planned', made.id]),
      );
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

  describe('photos in turn', () => {
    it('are used least recently first, none twice before all; then a new round begins and the owner is told', async () => {
      const { tenant, photoIds } = await recurring.tenant(3);
      const made = await recurring.schedule(tenant, -5);
      const used: (string | null)[] = [];
      for (let day = 0; day < 5; day += 1) {
        // Each time as if yesterday's slot came by now: the rows of earlier days keep their photos. The oldest moves first, into
        // a day that nobody has.
        const rows = await recurring.under.sql<{ id: string }>(
          'SELECT id FROM occurrences WHERE schedule_id = $1 ORDER BY local_slot',
          [made.id],
        );
        for (const { id } of rows) {
          await recurring.under.sql(
            `UPDATE occurrences SET due_at = due_at - interval '1 day', local_slot = to_char(local_slot::timestamp - interval '1 day', 'YYYY-MM-DD"T"HH24:MI')
            WHERE id = $1`,
            [id],
          );
        }
        await recurring.awaySince(made.id, 0.5);
        await recurring.answerCaptions(tenant, made.id);
        used.push((await recurring.reaches(tenant, made.id, 'posted')).photoId);
      }
      expect(used).toEqual([...photoIds, photoIds[0], photoIds[1]]);
      expect((await recurring.toldOf(made.id, 'roundRestarted')).map(({ data }) => data)).toEqual([
        { scheduleId: made.id, name: 'Daily bread', photos: 3 },
      ]);
      expect((await recurring.find(tenant, made.id)).usedPhotoIds).toEqual([photoIds[0], photoIds[1]]);
    });
  });
});
