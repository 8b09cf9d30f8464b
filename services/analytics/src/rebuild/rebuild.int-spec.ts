import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { audienceOf, interactionsOf } from '@postloom/contracts';
import type { AccountDay, EventEnvelope, PostFigures } from '@postloom/contracts';
import { seeded } from '@postloom/testing';
import { scoreOf } from '../best-times/index.ts';
import { FiguresUnderTest } from '../testing/figures-under-test.ts';
import { ROLL_UPS, rollUpState } from '../testing/roll-up-state.ts';
import { figures, lastTold, target } from '../testing/teller.ts';
import type { Told } from '../testing/teller.ts';

jest.setTimeout(300_000);

describe('figures of published posts', () => {
  let world: FiguresUnderTest;
  beforeAll(async () => {
    world = await FiguresUnderTest.start();
  });
  afterAll(() => world.service.close());

  it('keep a figure that later readings do not tell, with its own time, whatever comes late', async () => {
    const businessId = randomUUID();
    const onX = target('2026-03-10T12:00:00.000Z', { platform: 'twitter' });
    const at = (day: number) => `2026-04-0${day}T00:00:00.000Z`;
    const readAt = (day: number, told: Partial<PostFigures>) =>
      world.tell.read(businessId, at(day), [{ told: onX, figures: figures({ views: 100 * day, ...told }) }]);
    const clicksAre = async (clicks: number, clicksAt: string | null) => {
      await world.summedUp();
      expect((await world.ask(businessId, '2026-03-10', '2026-03-10')).totals).toMatchObject({ views: 900, clicks });
      expect(
        await world.sql('SELECT views, clicks, clicks_at FROM target_figures WHERE target_id = $1', [onX.targetId]),
      ).toEqual([{ views: 900, clicks, clicks_at: clicksAt === null ? null : new Date(clicksAt) }]);
    };
    await world.handled([
      await world.tell.zone(businessId, 'UTC'),
      await world.tell.publish(businessId, onX),
      await readAt(3, { clicks: 30 }),
    ]);
    await world.handled([await readAt(9, {})]);
    await clicksAre(30, at(3));
    await world.handled([await readAt(5, { clicks: 50 })]);
    await world.handled([await readAt(4, { clicks: 40 }), await readAt(6, {})]);
    await clicksAre(50, at(5));
    await world.rebuild();
    await clicksAre(50, at(5));
    // Of a month whose samples are gone the figure stays.
    await world.sql('DELETE FROM metric_samples WHERE target_id = $1 AND clicks IS NOT NULL RETURNING 1 AS gone', [
      onX.targetId,
    ]);
    await world.rebuild();
    await clicksAre(50, at(5));
    await world.handled([await readAt(9, { clicks: 90 })]);
    await clicksAre(90, null);
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
      () => world.tell.zone(businessId, 'Europe/Berlin', 1),
      () => world.tell.zone(businessId, 'Pacific/Auckland', 2),
      ...targets.map((told) => () => world.tell.publish(businessId, told)),
      ...photos.flatMap((photoId) =>
        [1, 2, 3].map((version) => {
          const albumId = pick(albums);
          return () => world.tell.album(businessId, photoId, albumId, version);
        }),
      ),
      ...targets.flatMap((told, index) =>
        index % 3 === 0 ? [] : [() => world.tell.style(businessId, told, index % 3 === 1 ? 'casual' : 'promotional')],
      ),
    ];
    const accountDays: ({ readonly readAt: string } & AccountDay)[] = [];
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
      // Three days each, and of each the figures grow; some readings leave a figure out.
      const days = [3, 2, 1].map((ago) => ({
        day: new Date(Date.parse(readAt) - ago * 86_400_000).toISOString().slice(0, 10),
        views: random() < 0.2 ? null : 900 + reading,
        reach: random() < 0.2 ? null : 700 + reading,
        interactions: random() < 0.5 ? null : reading,
      }));
      days.forEach(({ day, ...at }) => accountDays.push({ day, readAt, ...at }));
      steps.push(() => world.tell.read(businessId, readAt, posts, followers, days));
    }
    const order = steps.map((step) => ({ step, key: random() })).sort((a, b) => a.key - b.key);
    const events: EventEnvelope[] = [];
    for (const { step } of order) {
      const event = await step();
      events.push(event);
      // Told again at once, or later; or once more under another id, as by a producer restored from a backup.
      if (random() < 0.3) {
        await world.service.retell(pick(events));
      }
      if (random() < 0.15) {
        events.push(await step());
      }
    }
    await world.handled(events);
    await world.summedUp();
    const incremental = await rollUpState(world.sql, businessId);
    expect(incremental.target_figures).toHaveLength(targets.filter(({ readings }) => readings.length > 0).length);

    // Counted again from what the test has told, without a line of SQL.
    const lastOf = (day: string, name: 'views' | 'reach' | 'interactions') =>
      accountDays.findLast((one) => one.day === day && one[name] !== null)?.[name] ?? null;
    const allDays = [...new Set(accountDays.map(({ day }) => day))].sort();
    expect(
      await world.sql(
        'SELECT day, views, reach, interactions, read_at FROM account_days WHERE business_id = $1 ORDER BY day',
        [businessId],
      ),
    ).toEqual(
      allDays.map((day) => ({
        ...{ day, views: lastOf(day, 'views'), reach: lastOf(day, 'reach'), interactions: lastOf(day, 'interactions') },
        read_at: new Date(accountDays.findLast((one) => one.day === day)?.readAt ?? 0),
      })),
    );
    const found = await world.ask(businessId, '2026-02-25', '2026-03-31');
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
    const [scored] = await world.sql<{ scored: number; score: number }>(
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
      await world.sql(`DELETE FROM ${table} WHERE business_id = $1 RETURNING 1 AS gone`, [businessId]);
    }
    await world.rebuild();
    await world.summedUp();
    expect(await rollUpState(world.sql, businessId)).toEqual(incremental);
    // And sums that were wrong, not only missing ones.
    await world.sql(`UPDATE target_figures SET likes = likes + 1000 WHERE business_id = $1 RETURNING 1 AS changed`, [
      businessId,
    ]);
    await world.sql(`UPDATE account_days SET views = views + 1000 WHERE business_id = $1 RETURNING 1 AS changed`, [
      businessId,
    ]);
    await world.sql(`UPDATE day_figures SET posts = posts + 7 WHERE business_id = $1 RETURNING 1 AS changed`, [
      businessId,
    ]);
    await world.rebuild();
    await world.summedUp();
    expect(await rollUpState(world.sql, businessId)).toEqual(incremental);
  });
});
