import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { analyticsRpc, audienceOf, engagementRate, interactionsOf } from '@postloom/contracts';
import type { AnalyticsFigures, EventEnvelope, PostFigures } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, seeded, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { RebuildFigures } from '../rebuild/rebuild-figures.ts';
import { BusinessesClaims } from '../rebuild/businesses.claims.ts';
import { SamplesRepository } from '../samples/index.ts';
import { scoreOf } from '../best-times/index.ts';
import { ROLL_UPS, rollUpState } from '../testing/roll-up-state.ts';
import { figures, lastTold, target, teller } from '../testing/teller.ts';
import type { Teller, Told } from '../testing/teller.ts';
import { DayFiguresRepository, StaleDaysClaims, StaleDaysRepository } from './index.ts';

jest.setTimeout(300_000);

describe('figures of published posts', () => {
  let service: TestService;
  let tell: Teller;
  beforeAll(async () => {
    service = await testService({ service: 'analytics', module: AppModule, migrations });
    tell = teller(service);
  });
  afterAll(() => service.close());

  const sql = <R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> =>
    service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));
  /** As the command does, in this process. */
  const rebuild = (): Promise<number> =>
    new RebuildFigures(
      ...([service.get(Uow), new BusinessesClaims(), service.get(SamplesRepository)] as const),
      ...([service.get(StaleDaysRepository), service.get(StaleDaysClaims), service.get(DayFiguresRepository)] as const),
    ).execute();
  const ask = async (businessId: string, from: string, to: string): Promise<AnalyticsFigures> =>
    (await service.rpc(analyticsRpc.figuresGet, { from, to }, { businessId })).figures;

  const handled = (events: readonly EventEnvelope[]) =>
    eventually(
      'the events are done with',
      async () => {
        const [row] = await sql<{ done: number }>(
          `SELECT count(DISTINCT event_id)::int AS done FROM inbox WHERE state = 'done' AND event_id = ANY ($1)`,
          [events.map(({ id }) => id)],
        );
        expect(row?.done).toBe(new Set(events.map(({ id }) => id)).size);
      },
      { timeoutMs: 60_000 },
    );
  const summedUp = () =>
    eventually(
      'no day is stale',
      async () => expect(await sql('SELECT 1 AS stale FROM stale_days LIMIT 1')).toEqual([]),
      { timeoutMs: 60_000 },
    );
  const state = (businessId: string) => rollUpState(sql, businessId);

  it('belong to the day and hour of the business, with the latest reading, per platform and in all', async () => {
    const businessId = randomUUID();
    const postId = randomUUID();
    // No index entry takes the second one, and the sums of all other businesses would wait behind it.
    const hashtags = ['bread', randomBytes(4_000).toString('hex')];
    const morning = target('2026-03-10T03:30:00.000Z', { postId, hashtags });
    const onX = target('2026-03-10T03:31:00.000Z', { postId, platform: 'twitter', hashtags: ['bread'] });
    const events = [
      await tell.zone(businessId, 'America/New_York'),
      await tell.publish(businessId, morning),
      await tell.publish(businessId, onX),
      await tell.read(businessId, '2026-03-10T05:00:00.000Z', [
        { told: morning, figures: figures({ views: 150, reach: 100, likes: 5, comments: 1, shares: 1, saves: 1 }) },
        { told: onX, figures: figures({ views: 50, likes: 2, comments: 0, shares: 0, saves: 0 }) },
      ]),
    ];
    await handled(events);
    await summedUp();
    const found = await ask(businessId, '2026-03-09', '2026-03-09');
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
    expect((await ask(businessId, '2026-03-10', '2026-03-10')).previous.totals).toMatchObject({ posts: 2 });
  });

  it('have a rate over the posts whose audience is known: interactions of others count, and do not raise it', async () => {
    const businessId = randomUUID();
    const postId = randomUUID();
    const seen = target('2026-03-10T12:00:00.000Z', { postId, hashtags: ['bread'] });
    // A Page's post whose insights are not told (yet), while its comments are counted at the post itself.
    const unseen = target('2026-03-10T12:01:00.000Z', { postId, platform: 'facebook', hashtags: ['bread'] });
    await handled([
      await tell.zone(businessId, 'UTC'),
      await tell.publish(businessId, seen),
      await tell.publish(businessId, unseen),
      await tell.read(businessId, '2026-03-11T00:00:00.000Z', [
        { told: seen, figures: figures({ reach: 1_000, likes: 50 }) },
        { told: unseen, figures: figures({ comments: 30, shares: 0 }) },
      ]),
    ]);
    await summedUp();
    const both = { interactions: 80, audience: 1_000, engagementRate: 5 };
    const isRight = async () => {
      const found = await ask(businessId, '2026-03-10', '2026-03-10');
      expect(found).toMatchObject({ totals: both, byDay: [both], byHour: [both], byHashtag: [both], topPosts: [both] });
      expect(found.byPlatform).toMatchObject([{ engagementRate: 5 }, { interactions: 30, engagementRate: null }]);
    };
    await isRight();

    // As a pod of the release before sums the day up; nobody tells anything more of it.
    for (const table of ['day_figures', 'day_tops']) {
      await sql(`UPDATE ${table} SET rated_interactions = NULL WHERE business_id = $1 RETURNING 1 AS changed`, [
        businessId,
      ]);
    }
    await eventually('the day is summed up again', isRight);
  });

  it('are unknown, not zero, before anything was read; and another business sees nothing of them', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await handled([await tell.publish(mine, target('2026-03-10T12:00:00.000Z'))]);
    await summedUp();
    const found = await ask(mine, '2026-03-10', '2026-03-10');
    expect(found.totals).toMatchObject({
      posts: 1,
      measured: 0,
      views: null,
      interactions: null,
      engagementRate: null,
    });
    expect(found.topPosts).toEqual([]);
    expect((await ask(theirs, '2026-03-10', '2026-03-10')).totals).toMatchObject({ posts: 0, publishedPosts: 0 });
  });

  it('are told of the thirty hashtags that most posts have', async () => {
    const businessId = randomUUID();
    const tags = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `tag${from + index}`);
    await handled([
      await tell.publish(businessId, target('2026-03-10T12:00:00.000Z', { hashtags: tags(0, 25) })),
      await tell.publish(businessId, target('2026-03-11T12:00:00.000Z', { hashtags: tags(20, 45) })),
    ]);
    await summedUp();
    const { byHashtag, byFormat } = await ask(businessId, '2026-03-10', '2026-03-11');
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
    await handled([
      await tell.zone(businessId, 'UTC'),
      ...(await Promise.all(all.map((told) => tell.publish(businessId, told)))),
      await tell.album(businessId, now.photoId ?? '', album, 1),
      await tell.album(businessId, before.photoId ?? '', album, 1),
      await tell.album(businessId, gone.photoId ?? '', other, 1),
      await tell.style(businessId, now, 'casual'),
      await tell.style(businessId, before, 'casual'),
      await tell.read(
        businessId,
        '2026-04-01T00:00:00.000Z',
        all.map((told, index) => ({ told, figures: figures({ reach: 100, likes: index + 1 }) })),
      ),
    ]);
    await summedUp();
    const found = await ask(businessId, '2026-03-17', '2026-03-23');
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

  it('keep a figure that later readings do not tell, with its own time, whatever comes late', async () => {
    const businessId = randomUUID();
    const onX = target('2026-03-10T12:00:00.000Z', { platform: 'twitter' });
    const at = (day: number) => `2026-04-0${day}T00:00:00.000Z`;
    const readAt = (day: number, told: Partial<PostFigures>) =>
      tell.read(businessId, at(day), [{ told: onX, figures: figures({ views: 100 * day, ...told }) }]);
    const clicksAre = async (clicks: number, clicksAt: string | null) => {
      await summedUp();
      expect((await ask(businessId, '2026-03-10', '2026-03-10')).totals).toMatchObject({ views: 900, clicks });
      expect(
        await sql('SELECT views, clicks, clicks_at FROM target_figures WHERE target_id = $1', [onX.targetId]),
      ).toEqual([{ views: 900, clicks, clicks_at: clicksAt === null ? null : new Date(clicksAt) }]);
    };
    await handled([
      await tell.zone(businessId, 'UTC'),
      await tell.publish(businessId, onX),
      await readAt(3, { clicks: 30 }),
    ]);
    await handled([await readAt(9, {})]);
    await clicksAre(30, at(3));
    await handled([await readAt(5, { clicks: 50 })]);
    await handled([await readAt(4, { clicks: 40 }), await readAt(6, {})]);
    await clicksAre(50, at(5));
    await rebuild();
    await clicksAre(50, at(5));
    // Of a month whose samples are gone the figure stays.
    await sql('DELETE FROM metric_samples WHERE target_id = $1 AND clicks IS NOT NULL RETURNING 1 AS gone', [
      onX.targetId,
    ]);
    await rebuild();
    await clicksAre(50, at(5));
    await handled([await readAt(9, { clicks: 90 })]);
    await clicksAre(90, null);
  });

  it('of others don’t wait behind a business whose days cannot be summed up, and come when they can', async () => {
    const [stuck, other] = [randomUUID(), randomUUID()];
    await handled([await tell.zone(stuck, 'UTC'), await tell.publish(stuck, target('2026-03-10T12:00:00.000Z'))]);
    await summedUp();
    const setZone = (name: string) =>
      sql('UPDATE business_refs SET time_zone = $2 WHERE business_id = $1 RETURNING 1 AS changed', [stuck, name]);
    // A zone that identity knows and the database does not yet.
    await setZone('Nowhere/Marlow');
    await sql(
      `INSERT INTO stale_days (business_id, day, marked_at) VALUES ($1, '2026-03-10', now() - interval '1 day') RETURNING 1 AS marked`,
      [stuck],
    );
    await handled([await tell.publish(other, target('2026-03-10T12:00:00.000Z'))]);
    await eventually('the other one is summed up', async () =>
      expect((await ask(other, '2026-03-10', '2026-03-10')).totals.posts).toBe(1),
    );
    expect(await sql('SELECT business_id FROM stale_days')).toEqual([{ business_id: stuck }]);
    await setZone('UTC');
    await summedUp();
  });

  it('are told by the style of the caption, whenever it is told, and by own words where none is', async () => {
    const businessId = randomUUID();
    const some = () => target('2026-03-10T12:00:00.000Z');
    const [early, late, own, again, before] = [some(), some(), some(), some(), some()];
    await handled([await tell.zone(businessId, 'UTC'), await tell.style(businessId, early, 'casual')]);
    await handled(await Promise.all([early, late, own, again, before].map((told) => tell.publish(businessId, told))));
    await handled([await tell.style(businessId, late, 'artistic'), await tell.style(businessId, again, null, 2)]);
    await handled([await tell.style(businessId, again, 'casual', 1)]);
    await sql('UPDATE published_targets SET is_style_told = false WHERE target_id = $1 RETURNING 1 AS changed', [
      before.targetId,
    ]);
    await handled([
      await tell.read(businessId, '2026-03-11T00:00:00.000Z', [{ told: before, figures: figures({ views: 5 }) }]),
    ]);
    await summedUp();
    const { byStyle } = await ask(businessId, '2026-03-10', '2026-03-10');
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
    await handled([await tell.publish(businessId, told), await tell.album(businessId, photoId, spring, 3)]);
    await summedUp();
    expect((await ask(businessId, '2026-03-10', '2026-03-10')).byAlbum).toMatchObject([{ albumId: spring, posts: 1 }]);
    // An older event comes late.
    await handled([await tell.album(businessId, photoId, summer, 4), await tell.album(businessId, photoId, null, 2)]);
    await summedUp();
    expect((await ask(businessId, '2026-03-10', '2026-03-10')).byAlbum).toMatchObject([{ albumId: summer, posts: 1 }]);
    await handled([await tell.zone(businessId, 'Asia/Tokyo')]);
    await summedUp();
    expect((await ask(businessId, '2026-03-10', '2026-03-10')).totals.posts).toBe(0);
    expect((await ask(businessId, '2026-03-11', '2026-03-11')).byAlbum).toMatchObject([{ albumId: summer, posts: 1 }]);
  });

  it('end the same after duplicated, reordered and repeated events, and rebuilt from the samples (Must show 3)', async () => {
    const random = seeded(180);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const businessId = randomUUID();
    const photos = Array.from({ length: 6 }, () => randomUUID());
    const albums = [randomUUID(), randomUUID(), null];
    const targets = Array.from({ length: 60 }, (_, index): Told[] => {
      const postId = randomUUID();
      const at = Date.UTC(2026, 2, 1) + Math.floor(random() * 20 * 86_400_000);
      const photoId = index % 7 === 0 ? null : pick(photos);
      return (['instagram', 'facebook', 'twitter'] as const).slice(0, 1 + (index % 3)).map((platform, place) =>
        target(new Date(at + place * 7_200_000).toISOString(), {
          ...{ postId, platform, photoId, hashtags: [pick(['bread', 'rye', 'cake'])] },
        }),
      );
    }).flat();
    const steps: (() => Promise<EventEnvelope>)[] = [
      () => tell.zone(businessId, 'Europe/Berlin', 1),
      () => tell.zone(businessId, 'Pacific/Auckland', 2),
      ...targets.map((told) => () => tell.publish(businessId, told)),
      ...photos.flatMap((photoId) =>
        [1, 2, 3].map((version) => {
          const albumId = pick(albums);
          return () => tell.album(businessId, photoId, albumId, version);
        }),
      ),
      ...targets.flatMap((told, index) =>
        index % 3 === 0 ? [] : [() => tell.style(businessId, told, index % 3 === 1 ? 'casual' : 'promotional')],
      ),
    ];
    for (let reading = 0; reading < 40; reading += 1) {
      const readAt = new Date(Date.UTC(2026, 2, 21) + reading * 3_600_000).toISOString();
      const posts = targets
        .filter(() => random() < 0.4)
        .map((told) => {
          const reach = told.platform === 'twitter' ? null : 50 * reading + Math.floor(random() * 50);
          const at = figures({
            ...{ views: 70 * reading + Math.floor(random() * 90), reach, likes: Math.floor(random() * 3 * reading) },
            ...{ comments: random() < 0.3 ? null : Math.floor(random() * reading), shares: 1, saves: reading },
            clicks: reading > 20 ? null : Math.floor(random() * 3 * reading),
          });
          told.readings.push({ readAt, figures: at });
          return { told, figures: at };
        });
      const followers = 100 + reading;
      steps.push(() => tell.read(businessId, readAt, posts, followers));
    }
    const order = steps.map((step) => ({ step, key: random() })).sort((a, b) => a.key - b.key);
    const events: EventEnvelope[] = [];
    for (const { step } of order) {
      const event = await step();
      events.push(event);
      // Told again at once, or later; or once more under another id, as by a producer restored from a backup.
      if (random() < 0.3) {
        await service.retell(pick(events));
      }
      if (random() < 0.15) {
        events.push(await step());
      }
    }
    await handled(events);
    await summedUp();
    const incremental = await state(businessId);
    expect(incremental.target_figures).toHaveLength(targets.filter(({ readings }) => readings.length > 0).length);

    // Counted again from what the test has told, without a line of SQL.
    const found = await ask(businessId, '2026-02-25', '2026-03-31');
    const measured = targets.flatMap(({ readings }) => (readings.length === 0 ? [] : [lastTold(readings)]));
    const sum = (of: (figures: PostFigures) => number | null): number =>
      measured.reduce((total, one) => total + (of(one) ?? 0), 0);
    expect(found.totals).toMatchObject({
      ...{ posts: targets.length, publishedPosts: 60, measured: measured.length },
      ...{ views: sum(({ views }) => views), likes: sum(({ likes }) => likes) },
      ...{ comments: sum(({ comments }) => comments), clicks: sum(({ clicks }) => clicks) },
      ...{ interactions: sum(interactionsOf), audience: sum(audienceOf) },
    });
    expect(found.byDay.reduce((total, { posts }) => total + posts, 0)).toBe(targets.length);
    const scores = measured
      .flatMap((told) => {
        const [engagements, seen] = [interactionsOf(told), audienceOf(told)];
        return engagements === null || !seen ? [] : [scoreOf({ engagements, seen })];
      })
      .reduce((all, score) => ({ scored: all.scored + 1, score: all.score + score }), { scored: 0, score: 0 });
    const [scored] = await sql<{ scored: number; score: number }>(
      `SELECT sum(scored)::int AS scored, sum(score) AS score FROM day_figures WHERE business_id = $1 AND dimension = 'slot'`,
      [businessId],
    );
    expect(scored).toEqual({ scored: scores.scored, score: expect.closeTo(scores.score, 5) });
    const likesOf = (style3: number) =>
      targets
        .filter(({ readings }, index) => index % 3 === style3 && readings.length > 0)
        .reduce((total, { readings }) => total + (lastTold(readings).likes ?? 0), 0);
    expect(Object.fromEntries(found.byStyle.map((row) => [row.style ?? 'own', row.likes]))).toEqual({
      ...{ own: likesOf(0), casual: likesOf(1), promotional: likesOf(2) },
    });

    // Whatever happened to the sums, the samples bring them back.
    for (const table of ROLL_UPS) {
      await sql(`DELETE FROM ${table} WHERE business_id = $1 RETURNING 1 AS gone`, [businessId]);
    }
    await rebuild();
    await summedUp();
    expect(await state(businessId)).toEqual(incremental);
    // And sums that were wrong, not only missing ones.
    await sql(`UPDATE target_figures SET likes = likes + 1000 WHERE business_id = $1 RETURNING 1 AS changed`, [
      businessId,
    ]);
    await sql(`UPDATE day_figures SET posts = posts + 7 WHERE business_id = $1 RETURNING 1 AS changed`, [businessId]);
    await rebuild();
    await summedUp();
    expect(await state(businessId)).toEqual(incremental);
  });
});
