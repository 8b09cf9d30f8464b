import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AppError,
  captionLength,
  captionsEvents,
  hashtagsOf,
  limitReached,
  publisherEvents,
  schedulingRpc,
} from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal } from '../testing/scheduling-under-test.ts';
import { reasons } from './schedule.ts';
import { RecurrenceUnderTest } from './testing/recurrence-under-test.ts';

const minute = 60_000;

describe('an occurrence, from its slot to its post', () => {
  let recurring: RecurrenceUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
  });
  afterEach(() => {
    recurring.under.meanwhile = () => Promise.resolve();
  });
  afterAll(() => recurring.close());

  it('picks a photo, has a caption written, and leaves one post due at the slot, however often the event comes', async () => {
    const { tenant, photoIds } = await recurring.tenant(2);
    const made = await recurring.schedule(tenant, 5);
    const emitted = await recurring.answerCaptions(tenant, made.id);
    const posted = await recurring.reaches(tenant, made.id, 'posted');
    for (const event of emitted) {
      await recurring.under.service.retell(event);
    }
    const [post, ...more] = await recurring.postsOf(tenant);
    expect(more).toEqual([]);
    expect(post).toMatchObject({ source: 'recurring', status: 'scheduled', photo_ids: [photoIds[0]] });
    expect(post?.caption).toBe('Warm from the oven.\n\n#bread #bakery');
    expect(post?.due_at.toISOString()).toBe(made.nextPostDate);
    expect(posted).toMatchObject({ postId: post?.id, photoId: photoIds[0], dueAt: made.nextPostDate });
    const [started] = await recurring.emittedOf(made.id, 'occurrenceStarted');
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
    expect(found.nextPostDate).toBe(made.nextPostDate); // it is still to be published
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
    const hashtags = Array.from({ length: 8 }, (_, index) => `bread${index}`);
    recurring.generationFor.set(tenant.caller.businessId, () => ({
      caption: 'Warm bread. '.repeat(40).trim(),
      hashtags,
    }));
    const made = await recurring.schedule(tenant, 5, { platforms: ['instagram', 'twitter', 'tiktok'] });
    await recurring.answerCaptions(tenant, made.id);
    const { postId } = await recurring.reaches(tenant, made.id, 'posted');
    const post = await recurring.under.get(tenant, postId ?? '');
    expect(post.platforms).toEqual(['instagram', 'twitter']);
    expect(post.history.map(({ what }) => what)).toContain('TikTok is not connected, so it was left out.');
    const { instagram = '', twitter = '' } = post.captionByPlatform ?? {};
    expect(hashtagsOf(instagram)).toEqual(hashtags.slice(0, 5));
    expect(hashtagsOf(twitter)).toEqual([]);
    expect(twitter).toMatch(/^(Warm bread\. )+.*…$/);
    expect(captionLength('twitter', twitter)).toBeLessThanOrEqual(280);
  });

  it('writes its post for an account that waits to be reconnected, with the warning', async () => {
    const { tenant } = await recurring.tenant(1, { platforms: ['instagram', 'facebook'] });
    const { businessId } = tenant.caller;
    const accountId = tenant.accounts.get('facebook') ?? '';
    await recurring.under.service.emitFrom(publisherEvents.accountBroken, {
      ...{ businessId, entityId: accountId, version: 5 },
      data: { accountId, platform: 'facebook', accountName: 'bakery', reason: 'The token was revoked.' },
    });
    await eventually('the break is known', async () => {
      const known = await recurring.under.sql('SELECT state FROM account_refs WHERE account_id = $1', [accountId]);
      expect(known).toEqual([{ state: 'broken' }]);
    });
    for (const platforms of [['instagram', 'facebook'] as const, ['facebook'] as const]) {
      const made = await recurring.schedule(tenant, 5, { platforms: [...platforms] });
      await recurring.answerCaptions(tenant, made.id);
      const { postId } = await recurring.reaches(tenant, made.id, 'posted');
      const post = await recurring.under.get(tenant, postId ?? '');
      expect(post).toMatchObject({ platforms, status: 'scheduled' });
      // Two schedules of the same words also warn of a twin; what waits is one of the warnings.
      expect(post.preflight?.warnings).toBeGreaterThan(0);
      expect(post.targets.at(-1)).toMatchObject({ platform: 'facebook', accountId, status: 'pending' });
    }
  });

  it('without a caption by the slot it becomes an empty draft, the owner is notified, and empty it can never go out', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    await recurring.reaches(tenant, made.id, 'captioning');
    await recurring.letPass(made.id, 0);
    const drafted = await recurring.reaches(tenant, made.id, 'drafted');
    expect(drafted.reason).toBe(reasons.noCaptionInTime);
    const [emitted] = await recurring.emittedOf(made.id, 'occurrenceDrafted');
    expect(emitted?.data).toMatchObject({ name: made.name, postId: drafted.postId, reason: reasons.noCaptionInTime });
    const id = drafted.postId ?? '';
    const post = await recurring.under.get(tenant, id);
    expect(post).toMatchObject({ status: 'draft', caption: '', source: 'recurring' });
    const refused = { code: 'validation_failed', message: 'Please enter a caption for your post.' };
    const due = new Date((await recurring.now()) + 60 * minute).toISOString();
    const change = (changes: object) =>
      recurring.under.rpc(schedulingRpc.postUpdate, { id, changes: { version: post.version, ...changes } }, tenant);
    expect(await refusal(change({ status: 'scheduled', scheduledFor: due }))).toMatchObject(refused);
    expect(await refusal(recurring.under.rpc(schedulingRpc.postPublish, { id }, tenant))).toMatchObject(refused);
    const mended = await change({ status: 'scheduled', scheduledFor: due, caption: 'Now with words' });
    expect(mended).toMatchObject({ status: 'scheduled', caption: 'Now with words' });
  });

  it('when captions does not hand the caption out until the slot it becomes a draft as well', async () => {
    const { tenant } = await recurring.tenant();
    let asked = 0;
    recurring.generationFor.set(tenant.caller.businessId, () => {
      asked += 1;
      throw new AppError('unavailable');
    });
    const made = await recurring.schedule(tenant, 5);
    await recurring.answerCaptions(tenant, made.id);
    await eventually('its caption is asked for', () => expect(asked).toBeGreaterThan(0));
    expect((await recurring.history(tenant, made.id))[0]?.status).toBe('captioning');
    await recurring.letPass(made.id, 0);
    expect((await recurring.reaches(tenant, made.id, 'drafted')).reason).toBe(reasons.noCaptionInTime);
  });

  it('when no provider gives a caption it becomes a draft at once, with the reason', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    await recurring.answerCaptions(tenant, made.id, { reason: 'None of the AI providers answered.' });
    const drafted = await recurring.reaches(tenant, made.id, 'drafted');
    expect(drafted.reason).toContain('None of the AI providers answered.');
    expect(await recurring.postsOf(tenant)).toMatchObject([{ status: 'draft', caption: '' }]);
  });

  it('when automatic captions are switched off it becomes a draft at once, and the owner is told that this is why', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    await recurring.answerCaptions(tenant, made.id, { cause: 'switched_off', reason: 'Automatic captions are off.' });
    const drafted = await recurring.reaches(tenant, made.id, 'drafted');
    const reason =
      'Automatic captions are off, so it has no caption yet. The person who made the schedule can turn them on in Settings.';
    expect(drafted.reason).toBe(reason);
    const [emitted] = await recurring.emittedOf(made.id, 'occurrenceDrafted');
    expect(emitted?.data).toMatchObject({ postId: drafted.postId, reason });
    expect(await recurring.postsOf(tenant)).toMatchObject([{ status: 'draft', caption: '' }]);
  });

  it('no photo in the album: skipped, and the owner is notified; the library is not touched', async () => {
    const { tenant } = await recurring.tenant(2);
    const albumId = recurring.album(tenant);
    const made = await recurring.schedule(tenant, 5, { useAllPhotos: false, albumId });
    expect((await recurring.reaches(tenant, made.id, 'skipped')).reason).toBe(reasons.noPhotoInAlbum);
    expect((await recurring.emittedOf(made.id, 'occurrenceSkipped')).map(({ data }) => data)).toMatchObject([
      { name: made.name, reason: reasons.noPhotoInAlbum },
    ]);
    expect(await recurring.postsOf(tenant)).toEqual([]);
  });

  it('takes photos of its album only, as media says where they are', async () => {
    const { tenant, photoIds } = await recurring.tenant(1);
    const albumId = recurring.album(tenant);
    const moved = await recurring.photo(tenant, albumId, 30);
    await recurring.move(tenant, moved, null, 2);
    await recurring.move(tenant, photoIds[0] ?? '', albumId, 2);
    const made = await recurring.schedule(tenant, 5, { useAllPhotos: false, albumId });
    expect((await recurring.reaches(tenant, made.id, 'captioning')).photoId).toBe(photoIds[0]);
  });

  it('asks media before it skips: a photo not announced yet is taken', async () => {
    const { tenant } = await recurring.tenant(0);
    const albumId = recurring.album(tenant);
    tenant.albumOf.set(tenant.photoId, albumId);
    const made = await recurring.schedule(tenant, 5, { useAllPhotos: false, albumId });
    expect((await recurring.reaches(tenant, made.id, 'captioning')).photoId).toBe(tenant.photoId);
  });

  it.each([
    ['the list', 1],
    ['its facts', 2],
  ])('a photo that left the album while media answered %s is not taken', async (_what, question) => {
    const { tenant, photoIds } = await recurring.tenant(1);
    const [albumId, photoId] = [recurring.album(tenant), photoIds[0] ?? ''];
    tenant.albumOf.set(photoId, albumId);
    let asked = 0;
    recurring.under.meanwhile = async () => {
      asked += 1;
      if (asked !== question) {
        return;
      }
      tenant.albumOf.delete(photoId);
      await recurring.move(tenant, photoId, null, 3);
    };
    const made = await recurring.schedule(tenant, 5, { useAllPhotos: false, albumId });
    expect((await recurring.reaches(tenant, made.id, 'skipped')).reason).toBe(reasons.noPhotoInAlbum);
    expect(asked).toBeGreaterThanOrEqual(question);
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
    expect(await recurring.emittedOf(full.id, 'occurrenceStarted')).toEqual([]);
    await fill(4);
    const almost = await recurring.schedule(tenant, 6);
    await recurring.reaches(tenant, almost.id, 'captioning');
    await fill(5);
    await recurring.answerCaptions(tenant, almost.id);
    expect((await recurring.reaches(tenant, almost.id, 'skipped')).reason).toBe(limitReached.posts);
    expect(await recurring.postsOf(tenant)).toEqual([]);
  });

  it('a caption of the photo before that failed late keeps waiting for the caption of the new photo', async () => {
    const { tenant, photoIds } = await recurring.tenant(2);
    const made = await recurring.schedule(tenant, 5);
    const { localSlot } = await recurring.reaches(tenant, made.id, 'captioning');
    const [asked] = await recurring.emittedOf(made.id, 'occurrenceStarted');
    await recurring.change(tenant, made.id, localSlot, { photoId: photoIds[1] ?? '' });
    await eventually('a caption for the other photo is asked for', async () =>
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

  it('photos are used least recently first, none twice before all; then a new round begins and the owner is notified', async () => {
    const { tenant, photoIds } = await recurring.tenant(3);
    const made = await recurring.schedule(tenant, -5);
    const used: (string | null)[] = [];
    for (let day = 0; day < 5; day += 1) {
      // Each time as if yesterday's slot were due now: the rows of earlier days keep their photos. The oldest moves first, into a day that
      // is free.
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
    expect((await recurring.emittedOf(made.id, 'roundRestarted')).map(({ data }) => data)).toEqual([
      { scheduleId: made.id, name: 'Daily bread', photos: 3 },
    ]);
    expect((await recurring.find(tenant, made.id)).usedPhotoIds).toEqual([photoIds[0], photoIds[1]]);
  });
});
