import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { audienceOf, engagementRate, interactionsOf } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { FiguresUnderTest } from '../testing/figures-under-test.ts';
import { figures, target } from '../testing/teller.ts';

jest.setTimeout(300_000);

describe('figures of published posts', () => {
  let world: FiguresUnderTest;
  beforeAll(async () => {
    world = await FiguresUnderTest.start();
  });
  afterAll(() => world.service.close());

  it('belong to the day and hour of the business, with the latest reading, per platform and in all', async () => {
    const businessId = randomUUID();
    const postId = randomUUID();
    // No index entry takes the second one, and the sums of all other businesses would wait behind it.
    const hashtags = ['bread', randomBytes(4_000).toString('hex')];
    const morning = target('2026-03-10T03:30:00.000Z', { postId, hashtags });
    const onX = target('2026-03-10T03:31:00.000Z', { postId, platform: 'twitter', hashtags: ['bread'] });
    const events = [
      await world.tell.zone(businessId, 'America/New_York'),
      await world.tell.publish(businessId, morning),
      await world.tell.publish(businessId, onX),
      await world.tell.read(businessId, '2026-03-10T05:00:00.000Z', [
        { told: morning, figures: figures({ views: 150, reach: 100, likes: 5, comments: 1, shares: 1, saves: 1 }) },
        { told: onX, figures: figures({ views: 50, likes: 2, comments: 0, shares: 0, saves: 0 }) },
      ]),
    ];
    await world.handled(events);
    await world.summedUp();
    const found = await world.ask(businessId, '2026-03-09', '2026-03-09');
    // 03:30 UTC is 23:30 of the day before in New York.
    expect(found).toMatchObject({ timeZone: 'America/New_York', measuredAt: '2026-03-10T05:00:00.000Z' });
    expect(found.totals).toMatchObject({ publishedPosts: 1, posts: 2, measured: 2, interactions: 10, audience: 150 });
    expect(found.totals.engagementRate).toBe(6.67);
    expect(found.byHour).toMatchObject([{ hour: 23, posts: 2 }]);
    expect(found.byWeekday).toMatchObject([{ weekday: 1, posts: 2 }]);
    expect(found.byPlatform).toMatchObject([
      { platform: 'instagram', posts: 1, engagementRate: 8, previous: { posts: 0, engagementRate: null } },
      { platform: 'twitter', posts: 1, reach: null, audience: 50, engagementRate: 4 },
    ]);
    expect(found.byHashtag).toMatchObject([{ hashtag: 'bread', posts: 2, interactions: 10 }]);
    expect(found.byFormat).toMatchObject([{ format: 'photo', posts: 2 }]);
    expect(found.bySource).toMatchObject([{ source: 'manual', posts: 2 }]);
    expect(found.topPosts).toMatchObject([{ postId, platforms: ['instagram', 'twitter'], interactions: 10 }]);
    // The same as the definition in the contract.
    const one = figures({ views: 150, reach: 100, likes: 5, comments: 1, shares: 1, saves: 1 });
    expect(found.byPlatform[0]?.engagementRate).toBe(engagementRate(interactionsOf(one), audienceOf(one)));
    // The day after it is the period before.
    expect((await world.ask(businessId, '2026-03-10', '2026-03-10')).previous.totals).toMatchObject({ posts: 2 });
  });

  it('have a rate over the posts whose audience is known: interactions of others count, and do not raise it', async () => {
    const businessId = randomUUID();
    const postId = randomUUID();
    const seen = target('2026-03-10T12:00:00.000Z', { postId, hashtags: ['bread'] });
    // A Page's post whose insights are not told (yet), while its comments are counted at the post itself.
    const unseen = target('2026-03-10T12:01:00.000Z', { postId, platform: 'facebook', hashtags: ['bread'] });
    await world.handled([
      await world.tell.zone(businessId, 'UTC'),
      await world.tell.publish(businessId, seen),
      await world.tell.publish(businessId, unseen),
      await world.tell.read(businessId, '2026-03-11T00:00:00.000Z', [
        { told: seen, figures: figures({ reach: 1_000, likes: 50 }) },
        { told: unseen, figures: figures({ comments: 30, shares: 0 }) },
      ]),
    ]);
    await world.summedUp();
    const both = { interactions: 80, audience: 1_000, engagementRate: 5 };
    const isRight = async () => {
      const found = await world.ask(businessId, '2026-03-10', '2026-03-10');
      expect(found).toMatchObject({ totals: both, byDay: [both], byHour: [both], byHashtag: [both], topPosts: [both] });
      expect(found.byPlatform).toMatchObject([{ engagementRate: 5 }, { interactions: 30, engagementRate: null }]);
    };
    await isRight();

    // As a pod of the release before sums the day up; nobody tells anything more of it.
    for (const table of ['day_figures', 'day_tops']) {
      await world.sql(`UPDATE ${table} SET rated_interactions = NULL WHERE business_id = $1 RETURNING 1 AS changed`, [
        businessId,
      ]);
    }
    await eventually('the day is summed up again', isRight);
  });

  it('are unknown, not zero, before anything was read; and another business sees nothing of them', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await world.handled([await world.tell.publish(mine, target('2026-03-10T12:00:00.000Z'))]);
    await world.summedUp();
    const found = await world.ask(mine, '2026-03-10', '2026-03-10');
    expect(found.totals).toMatchObject({
      posts: 1,
      measured: 0,
      views: null,
      interactions: null,
      engagementRate: null,
    });
    expect(found.topPosts).toEqual([]);
    expect((await world.ask(theirs, '2026-03-10', '2026-03-10')).totals).toMatchObject({ posts: 0, publishedPosts: 0 });
  });

  it('are told of the thirty hashtags that most posts have', async () => {
    const businessId = randomUUID();
    const tags = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `tag${from + index}`);
    await world.handled([
      await world.tell.publish(businessId, target('2026-03-10T12:00:00.000Z', { hashtags: tags(0, 25) })),
      await world.tell.publish(businessId, target('2026-03-11T12:00:00.000Z', { hashtags: tags(20, 45) })),
    ]);
    await world.summedUp();
    const { byHashtag, byFormat } = await world.ask(businessId, '2026-03-10', '2026-03-11');
    expect(byHashtag).toHaveLength(30);
    expect(byHashtag.slice(0, 6).map(({ hashtag, posts }) => [hashtag, posts])).toEqual([
      ...tags(20, 25).map((tag) => [tag, 2]),
      ['tag0', 1],
    ]);
    expect(byFormat).toMatchObject([{ format: 'photo', posts: 2 }]);
  });

  it('stand beside those of the same group in the period before, and beside nothing where it had no posts', async () => {
    const businessId = randomUUID();
    const [album, other] = [randomUUID(), randomUUID()];
    const some = (at: string, hashtag: string) => target(at, { hashtags: [hashtag] });
    // A Tuesday and a Wednesday, each with a week before it; the first of the days before has a post that the range lacks.
    const [now, alone] = [some('2026-03-17T09:00:00.000Z', 'rye'), some('2026-03-18T15:00:00.000Z', 'cake')];
    const [before, gone] = [some('2026-03-10T09:30:00.000Z', 'rye'), some('2026-03-12T20:00:00.000Z', 'buns')];
    const all = [now, alone, before, gone];
    await world.handled([
      await world.tell.zone(businessId, 'UTC'),
      ...(await Promise.all(all.map((told) => world.tell.publish(businessId, told)))),
      await world.tell.album(businessId, now.photoId ?? '', album, 1),
      await world.tell.album(businessId, before.photoId ?? '', album, 1),
      await world.tell.album(businessId, gone.photoId ?? '', other, 1),
      await world.tell.style(businessId, now, 'casual'),
      await world.tell.style(businessId, before, 'casual'),
      await world.tell.read(
        businessId,
        '2026-04-01T00:00:00.000Z',
        all.map((told, index) => ({ told, figures: figures({ reach: 100, likes: index + 1 }) })),
      ),
    ]);
    await world.summedUp();
    const found = await world.ask(businessId, '2026-03-17', '2026-03-23');
    const own = { posts: 1, likes: 1, engagementRate: 1, previous: { posts: 1, likes: 3, engagementRate: 3 } };
    const withoutBefore = (rows: readonly object[]) => rows.filter((row) => !('previous' in row));
    expect(found.byDay[0]).toMatchObject({ day: '2026-03-17', ...own });
    expect(found.byDay[2]).toMatchObject({ day: '2026-03-19', posts: 0, previous: { posts: 1, likes: 4 } });
    expect(withoutBefore(found.byDay)).toHaveLength(5);
    expect(found.byWeekday).toMatchObject([{ weekday: 2, ...own }, { weekday: 3 }]);
    expect(found.byHour).toMatchObject([{ hour: 9, ...own }, { hour: 15 }]);
    expect(found.byAlbum).toMatchObject([{ albumId: null }, { albumId: album, ...own }]);
    expect(found.byStyle).toMatchObject([
      { style: null, posts: 1, previous: { posts: 1, likes: 4 } },
      { style: 'casual', ...own },
    ]);
    const both = { posts: 2, likes: 3, previous: { posts: 2, likes: 7, engagementRate: 3.5 } };
    expect(found.byFormat).toMatchObject([{ format: 'photo', ...both }]);
    expect(found.bySource).toMatchObject([{ source: 'manual', ...both }]);
    expect(found.byHashtag).toMatchObject([{ hashtag: 'cake' }, { hashtag: 'rye', ...own }]);
    for (const rows of [found.byWeekday, found.byHour, found.byAlbum, found.byHashtag]) {
      expect(withoutBefore(rows)).toHaveLength(1);
    }
  });

  it('of others don’t wait behind a business whose days cannot be summed up, and come when they can', async () => {
    const [stuck, other] = [randomUUID(), randomUUID()];
    await world.handled([
      await world.tell.zone(stuck, 'UTC'),
      await world.tell.publish(stuck, target('2026-03-10T12:00:00.000Z')),
    ]);
    await world.summedUp();
    const setZone = (name: string) =>
      world.sql('UPDATE business_refs SET time_zone = $2 WHERE business_id = $1 RETURNING 1 AS changed', [stuck, name]);
    // A zone that identity knows and the database does not yet.
    await setZone('Nowhere/Marlow');
    await world.sql(
      `INSERT INTO stale_days (business_id, day, marked_at) VALUES ($1, '2026-03-10', now() - interval '1 day') RETURNING 1 AS marked`,
      [stuck],
    );
    await world.handled([await world.tell.publish(other, target('2026-03-10T12:00:00.000Z'))]);
    await eventually('the other one is summed up', async () =>
      expect((await world.ask(other, '2026-03-10', '2026-03-10')).totals.posts).toBe(1),
    );
    expect(await world.sql('SELECT business_id FROM stale_days')).toEqual([{ business_id: stuck }]);
    await setZone('UTC');
    await world.summedUp();
  });

  it('are told by the style of the caption, whenever it is told, and by own words where none is', async () => {
    const businessId = randomUUID();
    const some = () => target('2026-03-10T12:00:00.000Z');
    const [early, late, own, again, before] = [some(), some(), some(), some(), some()];
    await world.handled([
      await world.tell.zone(businessId, 'UTC'),
      await world.tell.style(businessId, early, 'casual'),
    ]);
    await world.handled(
      await Promise.all([early, late, own, again, before].map((told) => world.tell.publish(businessId, told))),
    );
    await world.handled([
      await world.tell.style(businessId, late, 'artistic'),
      await world.tell.style(businessId, again, null, 2),
    ]);
    await world.handled([await world.tell.style(businessId, again, 'casual', 1)]);
    await world.sql('UPDATE published_targets SET is_style_told = false WHERE target_id = $1 RETURNING 1 AS changed', [
      before.targetId,
    ]);
    await world.handled([
      await world.tell.read(businessId, '2026-03-11T00:00:00.000Z', [{ told: before, figures: figures({ views: 5 }) }]),
    ]);
    await world.summedUp();
    const { byStyle } = await world.ask(businessId, '2026-03-10', '2026-03-10');
    expect(byStyle.map((row) => [row.style, row.posts])).toEqual([
      [null, 2],
      ['artistic', 1],
      ['casual', 1],
    ]);
  });

  it('follow the album of the first picture, and the wall clock when it changes', async () => {
    const businessId = randomUUID();
    const told = target('2026-03-10T23:30:00.000Z');
    const [spring, summer] = [randomUUID(), randomUUID()];
    const photoId = told.photoId ?? '';
    await world.handled([
      await world.tell.publish(businessId, told),
      await world.tell.album(businessId, photoId, spring, 3),
    ]);
    await world.summedUp();
    expect((await world.ask(businessId, '2026-03-10', '2026-03-10')).byAlbum).toMatchObject([
      { albumId: spring, posts: 1 },
    ]);
    // An older event comes late.
    await world.handled([
      await world.tell.album(businessId, photoId, summer, 4),
      await world.tell.album(businessId, photoId, null, 2),
    ]);
    await world.summedUp();
    expect((await world.ask(businessId, '2026-03-10', '2026-03-10')).byAlbum).toMatchObject([
      { albumId: summer, posts: 1 },
    ]);
    await world.handled([await world.tell.zone(businessId, 'Asia/Tokyo')]);
    await world.summedUp();
    expect((await world.ask(businessId, '2026-03-10', '2026-03-10')).totals.posts).toBe(0);
    expect((await world.ask(businessId, '2026-03-11', '2026-03-11')).byAlbum).toMatchObject([
      { albumId: summer, posts: 1 },
    ]);
  });
});
