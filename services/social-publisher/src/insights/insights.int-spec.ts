import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { insightEvents, platformRules, publisherRpc } from '@postloom/contracts';
import type { DataOf, Platform, SocialAccount } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import pg from 'pg';
import { Platforms } from '../platforms/index.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { InsightsWorker } from './insights.worker.ts';
import { ReadingsClaims } from './readings.claims.ts';

jest.setTimeout(120_000);

type Told = DataOf<typeof insightEvents.insightsRead>;

const world = new PublisherWorld();
beforeAll(() => world.start({ env: { INSIGHTS_SLOTS: '2' } }));
afterAll(() => world.stop());

/** What was told of an account, oldest first. */
const told = async (account: SocialAccount): Promise<Told[]> =>
  (await world.eventsOf(account.id))
    .filter(({ subject }) => subject === insightEvents.insightsRead.subject)
    .map(({ data }) => data as Told);

/** Its readings are due now, as if the post had gone out `hours` ago. */
const dueNow = async (account: SocialAccount, hours = 1): Promise<void> => {
  // A lane that ends its work on a post would put the reading off.
  await eventually('nobody publishes to it', async () =>
    expect(
      await world.count('SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND lease_until > now()', [
        account.id,
      ]),
    ).toBe(0),
  );
  await world.admin.query(
    `UPDATE publisher.insight_readings SET ready_at = now(), lease_until = '-infinity',
      published_at = published_at - make_interval(hours => $2) WHERE account_id = $1`,
    [account.id, hours],
  );
  world.service.get(InsightsWorker).wake();
};

/** Calls that readings have taken from an allowance. */
const callsOf = (subject: string): Promise<number> =>
  world.count('SELECT coalesce(sum(calls), 0) AS n FROM publisher.insight_budgets WHERE subject = $1', [subject]);

/** The last full days of UTC, oldest first. */
const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - index) * 86_400_000).toISOString().slice(0, 10),
  );

/** The account's lane is ready, and nobody can work on it until `release`: somebody else has locked its row. */
const heldWhileReady = async (account: SocialAccount): Promise<{ release(): Promise<void> }> => {
  const client = new pg.Client({ connectionString: world.database.adminUrl });
  await client.connect();
  await eventually('the lane is ready and held', async () => {
    await client.query(`UPDATE publisher.lanes SET ready_at = now() WHERE id = $1 AND lease_until <= now()`, [
      account.id,
    ]);
    await client.query('BEGIN');
    const { rowCount } = await client.query(
      `SELECT 1 FROM publisher.lanes WHERE id = $1 AND greatest(ready_at, lease_until) <= now() FOR UPDATE SKIP LOCKED`,
      [account.id],
    );
    if (rowCount !== 1) {
      await client.query('ROLLBACK');
      throw new Error('a worker was quicker');
    }
  });
  return {
    release: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
};

const published = async (person: Person, account: SocialAccount): Promise<{ targetId: string; postId: string }> => {
  const photo = await world.media.add(person.businessId);
  const post = await world.due(person, account, { photoIds: [photo.id] });
  await eventually(
    'it is published',
    async () => expect(await world.job(post.targetId)).toMatchObject({ state: 'published' }),
    {
      timeoutMs: 30_000,
    },
  );
  return post;
};

/** The platform's clock for figures, ahead by so many hours; tokens live longer. */
const hoursLater = (hours: number) =>
  world.sandbox.settings({ clockOffsetSeconds: hours * 3_600, xAccessTokenSeconds: 1_000_000 });

describe('readings of posts and accounts', () => {
  beforeAll(() => hoursLater(0));
  afterAll(() => hoursLater(0));

  it.each<[Platform, string | undefined]>([
    ['instagram', undefined],
    ['facebook', undefined],
    ['twitter', undefined],
    ['tiktok', undefined],
    ['linkedin', 'Marlow Bakehouse'],
  ])('are told as %s tells them, and nothing it does not tell is made up', async (platform, name) => {
    const person = world.person();
    const account = await world.connect(person, platform, name);
    const { targetId, postId } = await published(person, account);
    await eventually('followers are read once the account is connected', async () =>
      expect((await told(account)).at(-1)?.followers).toBeGreaterThan(0),
    );
    // By day what people saw and did on the whole account, where it is told.
    const figure = expect.any(Number);
    expect((await told(account)).flatMap(({ days }) => days)).toEqual(
      platformRules[platform].tellsAccountDays
        ? lastDays(3).map((day) => ({ day, views: figure, reach: figure, interactions: figure }))
        : [],
    );
    const { insights } = world.service.get(Platforms).find(platform, null) ?? {};
    expect(await callsOf(`account:${account.id}`)).toBe(insights?.accountCalls);
    await hoursLater(20);
    await dueNow(account, 30);
    const reading = await eventually('the post is read', async () => {
      const found = (await told(account)).flatMap(({ posts }) => posts).find((one) => one.targetId === targetId);
      expect(found).toBeDefined();
      return found;
    });
    expect(reading?.postId).toBe(postId);
    const { figures } = reading ?? {};
    for (const [figure, value] of Object.entries(figures ?? {})) {
      const isTold = platformRules[platform].figures.includes(figure as never);
      expect({ figure, value }).toEqual({ figure, value: isTold ? expect.any(Number) : null });
    }
    expect(figures?.views).toBeGreaterThan(0);
    const next = await world.admin.query<{ hours: number }>(
      `SELECT extract(epoch FROM ready_at - published_at)::float8 / 3600 AS hours FROM publisher.insight_readings WHERE id = $1`,
      [targetId],
    );
    // Readings that were missed are not made up for: the next one is that of day 2.
    expect(next.rows[0]?.hours).toBeGreaterThan(48);
    expect(next.rows[0]?.hours).toBeLessThan(51.1);
  });

  it('of days that Instagram does not tell yet wait for another day, and are not zeros', async () => {
    await hoursLater(0);
    await world.sandbox.settings({ metaLagDays: 2 });
    try {
      const account = await world.connect(world.person(), 'instagram');
      const days = await eventually('the account is read', async () => {
        const [reading] = await told(account);
        expect(reading?.followers).toBeGreaterThan(0);
        return reading?.days.map(({ day }) => day);
      });
      expect(days).toEqual(lastDays(3).slice(0, 1));
    } finally {
      await world.sandbox.settings({ metaLagDays: 0 });
    }
  });

  it('keep the followers of a Page whose insights were not allowed, and ask again tomorrow', async () => {
    const person = world.person();
    const authUrl = new URL(await world.authUrl(person, 'facebook'));
    const scopes = authUrl.searchParams.get('scope')?.split(',') ?? [];
    authUrl.searchParams.set('scope', scopes.filter((scope) => scope !== 'read_insights').join(','));
    const finish = await world.service.rpc(
      publisherRpc.oauthFinish,
      {
        ...{ platform: 'facebook', sessionId: person.sessionId },
        query: await world.sandbox.approve(authUrl.href, `Page ${randomUUID().slice(0, 8)}`),
      },
      callerOf(person),
    );
    const [account] = finish.outcome === 'connected' ? finish.accounts : [];
    await eventually('the followers are told, and the reading was put off', async () => {
      const [reading] = await told(account as SocialAccount);
      expect(reading).toMatchObject({ followers: expect.any(Number), days: [] });
      const { rows } = await world.admin.query<{ hours: number; tries: number }>(
        `SELECT extract(epoch FROM ready_at - now())::float8 / 3600 AS hours, tries FROM publisher.insight_readings WHERE id = $1`,
        [account?.id],
      );
      expect(rows).toEqual([{ hours: expect.any(Number), tries: 1 }]);
      expect(rows[0]?.hours).toBeGreaterThan(23);
    });
  });

  it('of X tell clicks of recent posts beside an old one, whose own figures are over', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const [recent, old] = [await published(person, account), await published(person, account)];
    await hoursLater(20);
    await world.admin.query(
      `UPDATE publisher.insight_readings SET published_at = published_at - interval '30 days' WHERE id = $1`,
      [old.targetId],
    );
    await dueNow(account, 2);
    await eventually('both are read', async () => {
      const posts = (await told(account)).flatMap((reading) => reading.posts);
      const of = ({ targetId }: { targetId: string }) => posts.findLast((post) => post.targetId === targetId)?.figures;
      expect(of(recent)).toMatchObject({ views: expect.any(Number), clicks: expect.any(Number) });
      expect(of(old)).toMatchObject({ views: expect.any(Number), clicks: null });
    });
  });

  it('end on day 30', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const { targetId } = await published(person, account);
    await dueNow(account, 31 * 24);
    await eventually('the last reading is over', async () =>
      expect(await world.count('SELECT count(*) AS n FROM publisher.insight_readings WHERE id = $1', [targetId])).toBe(
        0,
      ),
    );
  });

  it('of a LinkedIn member are not offered: nothing is asked, and nothing is read later', async () => {
    const person = world.person();
    const account = await world.connect(person, 'linkedin');
    await published(person, account);
    await dueNow(account);
    await eventually('no reading is left', async () =>
      expect(
        await world.count('SELECT count(*) AS n FROM publisher.insight_readings WHERE account_id = $1', [account.id]),
      ).toBe(0),
    );
    expect(await told(account)).toEqual([]);
  });

  it('wait while posts wait to be published, and go on afterwards', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await published(person, account);
    const before = await eventually('the account was read', async () => {
      const found = await told(account);
      expect(found.length).toBeGreaterThan(0);
      return found.length;
    });
    const isBusy = () =>
      world.service
        .get(Uow)
        .run(Scope.system('a test asks'), (tx) => world.service.get(ReadingsClaims).isPublishingBusy(tx));
    expect(await isBusy()).toBe(false);
    // A lane that is ready and that nobody can work on for now: a row locked by somebody else, as behind many others. Only this
    // transaction sees that and the readings that are due, so what the worker would claim is asked here.
    const uow = world.service.get(Uow);
    const worker = world.service.get(InsightsWorker);
    await uow.run(Scope.system('a test holds a lane'), async (tx) => {
      const claimed = async (): Promise<string[]> => {
        const rows = await worker['claimRows'](tx, 1_000);
        return rows.map((row) => row.account_id).filter((id) => id === account.id);
      };
      const [lane] = await tx.query<{ ready_at: string }>(
        'SELECT ready_at::text AS ready_at FROM lanes WHERE id = $1 FOR UPDATE',
        [account.id],
      );
      await tx.execute(
        `UPDATE insight_readings SET ready_at = now(), lease_until = '-infinity' WHERE account_id = $1`,
        [account.id],
      );
      await tx.execute('UPDATE lanes SET ready_at = now() WHERE id = $1', [account.id]);
      expect(await world.service.get(ReadingsClaims).isPublishingBusy(tx)).toBe(true);
      expect(await claimed()).toEqual([]);
      await tx.execute('UPDATE lanes SET ready_at = $2::timestamptz WHERE id = $1', [account.id, lane?.ready_at]);
      expect(await claimed()).toEqual([account.id]);
    });
    await eventually('the lane has been worked on', async () => expect(await isBusy()).toBe(false));
    await eventually('it is read', async () => {
      await dueNow(account);
      expect((await told(account)).length).toBeGreaterThan(before);
    });
  });

  it('that are hours late get a small share although posts wait, and no more than that', async () => {
    const [waiting, person] = [world.person(), world.person()];
    const [held, account] = [await world.connect(waiting, 'facebook'), await world.connect(person, 'twitter')];
    const { targetId } = await published(person, account);
    const { release } = await heldWhileReady(held);
    try {
      const claimed = (hours: number, rows: number): Promise<{ all: readonly unknown[]; isLate: boolean }[]> =>
        world.service.get(Uow).run(Scope.system('a test claims'), async (tx) => {
          await tx.execute(
            `UPDATE insight_readings SET ready_at = now() - make_interval(hours => $2), lease_until = '-infinity' WHERE account_id = $1`,
            [account.id, hours],
          );
          await tx.execute(
            `INSERT INTO insight_readings (id, business_id, account_id, post_id, remote_id, published_at, ready_at)
            SELECT gen_random_uuid(), $2, $1, gen_random_uuid(), 'late ' || n, now(), now() - make_interval(hours => $3) FROM generate_series(1, $4::int) n`,
            [account.id, person.businessId, hours, rows],
          );
          const claims: { all: readonly unknown[]; isLate: boolean }[] = [];
          for (let claim = 0; claim < 20; claim += 1) {
            claims.push(...(await world.service.get(InsightsWorker)['claimRows'](tx, 4)));
          }
          await tx.execute(`DELETE FROM insight_readings WHERE remote_id LIKE 'late %'`);
          await tx.execute(`DELETE FROM insight_budgets WHERE subject = 'late readings'`);
          return claims;
        });
      expect(await claimed(2, 200)).toEqual([]);
      const late = await claimed(4, 200);
      expect(late).toHaveLength(6);
      expect(late.every(({ all, isLate }) => all.length <= 10 && isLate)).toBe(true);
      // And it is really read, while the other lane still waits.
      await world.admin.query(
        `UPDATE publisher.insight_readings SET ready_at = now() - interval '4 hours', lease_until = '-infinity' WHERE account_id = $1`,
        [account.id],
      );
      world.service.get(InsightsWorker).wake();
      await eventually('the late post is read', async () =>
        expect((await told(account)).flatMap(({ posts }) => posts).map((post) => post.targetId)).toContain(targetId),
      );
      expect(
        await world.count('SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND ready_at <= now()', [held.id]),
      ).toBe(1);
    } finally {
      await release();
    }
  });

  it('of an account that was disconnected end; its posts wait for it to come back', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    const { targetId } = await published(person, account);
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'facebook' }, callerOf(person));
    await dueNow(account);
    await eventually('the post alone is left, for tomorrow', async () => {
      const { rows } = await world.admin.query<{ id: string; hours: number }>(
        `SELECT id, extract(epoch FROM ready_at - now())::float8 / 3600 AS hours FROM publisher.insight_readings WHERE account_id = $1`,
        [account.id],
      );
      expect(rows).toEqual([{ id: targetId, hours: expect.any(Number) }]);
      expect(rows[0]?.hours).toBeGreaterThan(23);
    });
  });

  it('take nothing of an account’s allowance when that of the whole platform is used up', async () => {
    const person = world.person();
    const account = await world.connect(person, 'linkedin', 'Marlow Bakehouse');
    const { targetId } = await published(person, account);
    await eventually('the account was read', async () => expect(await callsOf(`account:${account.id}`)).toBe(2));
    await world.admin.query(
      `UPDATE publisher.insight_budgets SET calls = 300, ends_at = now() + interval '1 day' WHERE subject = 'platform:linkedin'`,
    );
    try {
      await dueNow(account);
      await eventually('both were put off', async () =>
        expect(
          await world.count(
            `SELECT count(*) AS n FROM publisher.insight_readings WHERE account_id = $1
              AND ready_at BETWEEN now() + interval '10 minutes' AND now() + interval '15 minutes' AND lease_until < now()`,
            [account.id],
          ),
        ).toBe(2),
      );
      expect(await callsOf(`account:${account.id}`)).toBe(2);
      expect((await told(account)).flatMap(({ posts }) => posts).some((post) => post.targetId === targetId)).toBe(
        false,
      );
    } finally {
      await world.admin.query(`DELETE FROM publisher.insight_budgets WHERE subject = 'platform:linkedin'`);
    }
  });

  it('stay inside their allowance, over any number of takers, and open again with the next window', async () => {
    const uow = world.service.get(Uow);
    const claims = world.service.get(ReadingsClaims);
    const subject = `account:${randomUUID()}`;
    const allowance = { calls: 20, seconds: 86_400 };
    const take = (calls: number) => uow.run(Scope.system('a test'), (tx) => claims.take(tx, subject, calls, allowance));
    const taken = await Promise.all(Array.from({ length: 30 }, () => take(2)));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(await take(1)).toBe(false);
    await world.admin.query(`UPDATE publisher.insight_budgets SET ends_at = now() WHERE subject = $1`, [subject]);
    expect(await take(20)).toBe(true);
    expect(await take(1)).toBe(false);
  });

  it('of a day end at midnight UTC, as the platforms’ days do', async () => {
    const subject = `account:${randomUUID()}`;
    await world.service
      .get(Uow)
      .run(Scope.system('a test'), (tx) =>
        world.service.get(ReadingsClaims).take(tx, subject, 1, { calls: 20, seconds: 86_400 }),
      );
    const { rows } = await world.admin.query(
      `SELECT ends_at = date_trunc('day', now() + interval '1 day', 'UTC') AS "isMidnight" FROM publisher.insight_budgets WHERE subject = $1`,
      [subject],
    );
    expect(rows).toEqual([{ isMidnight: true }]);
  });

  it('that a platform refuses for its limit are put off for as long as it says, and block nothing', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const { targetId } = await published(person, account);
    await world.sandbox.fault('twitter', { mode: 'rate_limit', calls: ['read'], retryAfter: 1_200 });
    try {
      await dueNow(account);
      await eventually('it was put off', async () => {
        const rows = await world.admin.query<{ seconds: number }>(
          `SELECT extract(epoch FROM ready_at - now())::float8 AS seconds FROM publisher.insight_readings WHERE id = $1 AND lease_until < now()`,
          [targetId],
        );
        expect(rows.rows[0]?.seconds).toBeGreaterThan(600);
      });
    } finally {
      await world.sandbox.fault('twitter', { mode: 'none' });
    }
    await published(person, account);
  });
});
