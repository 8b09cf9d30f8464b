import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rowsOf, schedulingRpc } from '@postloom/contracts';
import type { OutputOf, Post } from '@postloom/contracts';
import { Temporal } from 'temporal-polyfill';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import { EncodedJson, Unchanged } from '@postloom/messaging';
import { caller } from '@postloom/testing';
import { CalendarRange } from './calendar-range.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

type Page = { data: Post[]; nextCursor: string | null; total: number };

describe('calendar and lists', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const had = new Map<string, { fingerprint: string | null; answer: unknown }>();
  /** Asks as a browser does, naming the answer it already has, so that `Unchanged` is tested wherever a range is read twice. */
  const calendar = async (
    tenant: Tenant,
    from: string,
    to: string,
  ): Promise<OutputOf<typeof schedulingRpc.calendarRange>> => {
    const key = `${tenant.caller.businessId} ${from} ${to}`;
    const before = had.get(key);
    const known = before?.fingerprint ?? undefined;
    const { client } = under.service;
    const read = await client.read(schedulingRpc.calendarRange, { from, to }, caller(tenant.caller), { known });
    const answer: unknown = read.bytes === null ? before?.answer : JSON.parse(Buffer.from(read.bytes).toString());
    had.set(key, { fingerprint: read.fingerprint, answer });
    return answer as OutputOf<typeof schedulingRpc.calendarRange>;
  };

  /** Rows as SQL writes them, without their JSON: the reader renders it. */
  async function insertAt(
    tenant: Tenant,
    instants: readonly string[],
    captions: (index: number) => string = String,
  ): Promise<void> {
    await under.sql(
      `WITH made AS (
        INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone, created_at)
        SELECT gen_random_uuid(), $1, $2, u.caption, ARRAY[$3::uuid], 'scheduled', u.at, u.at AT TIME ZONE $4, $4,
          now() - interval '1 hour' + u.n * interval '1 second'
        FROM unnest($5::timestamptz[], $6::text[]) WITH ORDINALITY AS u (at, caption, n) RETURNING id, due_at)
      INSERT INTO post_targets (id, business_id, post_id, platform, account_id, state, due_at)
      SELECT gen_random_uuid(), $1, id, 'instagram', $7, 'scheduled', due_at FROM made`,
      [
        ...[tenant.caller.businessId, tenant.payerId, tenant.photoId, tenant.timeZone],
        ...[instants, instants.map((_, index) => captions(index)), tenant.accounts.get('instagram')],
      ],
    );
  }

  // Europe, both sides of the date line, half hours, and zones whose clocks change at midnight (skipped or doubled).
  it.each([
    ['Europe/Berlin', '2027-03-28'],
    ['America/New_York', '2027-11-07'],
    ['Pacific/Kiritimati', '2027-06-30'],
    ['Etc/GMT+12', '2027-06-30'],
    ['Asia/Kathmandu', '2027-02-28'],
    ['Asia/Beirut', '2027-03-28'],
    ['Africa/Cairo', '2027-04-30'],
    ['America/Havana', '2027-11-07'],
    ['Australia/Lord_Howe', '2027-04-04'],
  ])('puts posts on the local day of %s around %s', async (timeZone, middle) => {
    const tenant = under.tenant({ platforms: ['instagram'], timeZone });
    const day = Temporal.PlainDate.from(middle);
    const start = day.subtract({ days: 2 }).toZonedDateTime({ timeZone }).toInstant();
    // Every half hour of five days, and one second before each: denser than posts ever are, and every border is hit.
    const instants = Array.from({ length: 5 * 48 + 8 }, (_, index) => start.add({ minutes: index * 30 }));
    const all = instants.flatMap((instant) => [instant.subtract({ seconds: 1 }), instant]).map(String);
    await insertAt(tenant, all);
    for (let days = -2; days <= 2; days += 1) {
      const local = day.add({ days }).toString();
      const expected = all.filter(
        (instant) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString() === local,
      );
      const { timeZone: answered, posts } = await calendar(tenant, local, local);
      expect(answered).toBe(timeZone);
      expect(posts.map((post) => Date.parse(post.scheduledFor ?? ''))).toEqual(
        expected.map((instant) => Date.parse(instant)),
      );
    }
  });

  it("answers a month soonest first, without drafts that have no date, and nobody else's posts", async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const other = under.tenant({ platforms: ['instagram'] });
    await insertAt(other, ['2027-05-10T10:00:00Z']);
    const later = await under.schedule(tenant, { scheduledFor: '2027-05-20T10:00:00Z' });
    const sooner = await under.schedule(tenant, { scheduledFor: '2027-05-02T10:00:00Z' });
    const planned = await under.create(tenant, { scheduledFor: '2027-05-03T10:00:00Z' });
    await under.create(tenant);
    expect((await calendar(tenant, '2027-05-01', '2027-05-31')).posts).toEqual([sooner, planned, later]);
    expect((await calendar(tenant, '2027-06-01', '2027-06-30')).posts).toEqual([]);
    expect(await refusal(calendar(tenant, '2027-05-31', '2027-05-01'))).toMatchObject({ code: 'invalid_date' });
    expect(await refusal(calendar(tenant, '2027-01-01', '2027-12-31'))).toMatchObject({ code: 'validation_failed' });
  });

  it('an unchanged month is answered alike, a changed one never', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const may = () => calendar(tenant, '2027-05-01', '2027-05-31');
    const post = await under.schedule(tenant, { scheduledFor: '2027-05-20T10:00:00Z' });
    const edit = (version: number, changes: object) =>
      under.rpc(schedulingRpc.postUpdate, { id: post.id, changes: { version, ...changes } }, tenant);
    expect((await may()).posts).toEqual([post]);
    expect((await may()).posts).toEqual([post]);
    const renamed = await edit(1, { caption: 'New words' });
    expect((await may()).posts).toEqual([renamed]);
    await edit(2, { scheduledFor: '2027-06-20T10:00:00Z' });
    expect((await may()).posts).toEqual([]);
    const back = await edit(3, { scheduledFor: '2027-05-20T10:00:00Z' });
    const other = await under.schedule(tenant, { scheduledFor: '2027-05-21T10:00:00Z' });
    expect((await may()).posts).toEqual([back, other]);
    await under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant);
    expect((await may()).posts).toEqual([other]);
    await under.sql(`UPDATE business_refs SET time_zone = 'Asia/Tokyo' WHERE business_id = $1`, [
      tenant.caller.businessId,
    ]);
    expect(await may()).toEqual({ timeZone: 'Asia/Tokyo', posts: [other] });
  });

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])(
    'an answer that the asker has is not sent again (%s)',
    async (timeZone) => {
      const tenant = under.tenant({ platforms: ['instagram'] });
      await under.schedule(tenant, { scheduledFor: '2027-05-20T10:00:00Z' });
      await under.sql('UPDATE business_refs SET time_zone = $2 WHERE business_id = $1', [
        tenant.caller.businessId,
        timeZone,
      ]);
      const ask = (knownFingerprint: string | null) => {
        const context = { ...caller(tenant.caller), knownFingerprint, idempotencyKey: null, remainingMs: () => 5_000 };
        const range = { from: '2027-05-01', to: '2027-05-31' };
        const { signal } = new AbortController();
        return under.service.get<CalendarRange>(CalendarRange).execute(range, { ...context, signal });
      };
      const first = await ask(null);
      expect(first).toBeInstanceOf(EncodedJson);
      expect(await ask(first.fingerprint)).toBeInstanceOf(Unchanged);
      expect(await ask(`${first.fingerprint}x`)).toBeInstanceOf(EncodedJson);
    },
  );

  it('says so when a range holds more than one answer carries, and the list pages through all of it', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    await insertAt(
      tenant,
      Array.from({ length: 700 }, (_, index) => new Date(Date.UTC(2027, 7, 1, 0, index)).toISOString()),
      (index) => `${index} ${'é'.repeat(1000)}`,
    );
    const { posts, truncated } = await calendar(tenant, '2027-08-01', '2027-08-02');
    expect(truncated).toBe(true);
    expect(posts.length).toBeGreaterThan(300);
    expect(posts.length).toBeLessThan(700);
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = (await under.rpc(schedulingRpc.postList, { limit: 100, cursor }, tenant)) as Page;
      expect(page.total).toBe(700);
      seen.push(...page.data.map((post) => post.id));
      if (page.nextCursor === null) {
        break;
      }
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(700);
    expect(new Set(seen).size).toBe(700);
  });

  it('documents of an earlier version are rendered anew by the read that shows them, and no others', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { businessId } = tenant.caller;
    const [may, june] = await Promise.all(
      ['2027-05-20T10:00:00Z', '2027-06-20T10:00:00Z'].map((scheduledFor) => under.schedule(tenant, { scheduledFor })),
    );
    const { id } = may as Post;
    const reads: (() => Promise<unknown>)[] = [
      async () => (await calendar(tenant, '2027-05-01', '2027-05-31')).posts,
      async () => [structuredClone(await under.get(tenant, id))].map(({ history: _, ...post }) => post),
      () => under.rpc(schedulingRpc.postList, { to: '2027-06-01T00:00:00Z', status: 'scheduled' }, tenant),
    ];
    for (const read of reads) {
      await under.sql(`UPDATE posts SET doc = '{"old":true}', doc_version = 0 WHERE business_id = $1`, [businessId]);
      expect(await read()).toEqual([may]);
      const [row] = await under.sql<{ stale: string[] }>(
        'SELECT array_agg(id::text) AS stale FROM posts WHERE business_id = $1 AND doc_version = 0',
        [businessId],
      );
      expect(row?.stale).toEqual([june?.id]);
    }
    expect(await under.rpc(schedulingRpc.postScheduled, {}, tenant)).toEqual([may, june]);
    await under.sql(`UPDATE posts SET doc = replace(doc, 'Fresh', 'Later'), doc_version = 1000 WHERE id = $1`, [id]);
    expect((await under.get(tenant, id)).caption).toMatch(/^Later/);
  });

  describe('the list', () => {
    it('is newest first, an array without limit and a page with one', async () => {
      const tenant = under.tenant();
      const posts: Post[] = [];
      for (let made = 0; made < 5; made += 1) {
        posts.unshift(await under.create(tenant, { caption: `post ${made}` }));
      }
      expect(await under.rpc(schedulingRpc.postList, {}, tenant)).toEqual(posts);
      const first = (await under.rpc(schedulingRpc.postList, { limit: 2 }, tenant)) as Page;
      expect(first).toMatchObject({ data: posts.slice(0, 2), total: 5 });
      const second = (await under.rpc(
        schedulingRpc.postList,
        { limit: 2, cursor: first.nextCursor ?? '' },
        tenant,
      )) as Page;
      expect(second.data).toEqual(posts.slice(2, 4));
      const last = (await under.rpc(
        schedulingRpc.postList,
        { limit: 1, cursor: second.nextCursor ?? '' },
        tenant,
      )) as Page;
      expect(last).toEqual({ data: posts.slice(4), nextCursor: null, total: 5 });
    });

    it('of scheduled posts is soonest first, page by page too', async () => {
      const tenant = under.tenant();
      const days = ['12', '10', '14', '11', '13'];
      const made = await Promise.all(
        days.map((day) => under.schedule(tenant, { scheduledFor: `2027-09-${day}T10:00:00Z` })),
      );
      const posts = [1, 3, 0, 4, 2].map((index) => made[index]);
      expect(await under.rpc(schedulingRpc.postScheduled, {}, tenant)).toEqual(posts);
      const seen: Post[] = [];
      let cursor: string | undefined;
      do {
        const page = (await under.rpc(schedulingRpc.postScheduled, { limit: 2, cursor }, tenant)) as Page;
        expect(page.total).toBe(5);
        seen.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(posts);
      const { nextCursor } = (await under.rpc(schedulingRpc.postList, { limit: 2 }, tenant)) as Page;
      const foreign = under.rpc(schedulingRpc.postScheduled, { cursor: nextCursor ?? '' }, tenant);
      expect(await refusal(foreign)).toMatchObject({ code: 'validation_failed' });
    });

    it.each([
      ['1,001 posts', 1_001, 'é', 1_000],
      ['more text than an answer carries', 700, 'é'.repeat(1_000), 300],
    ])('says that an array is cut: %s', async (_, count, caption, atLeast) => {
      const tenant = under.tenant({ platforms: ['instagram'] });
      const moments = Array.from({ length: count }, (__, n) => new Date(Date.UTC(2027, 7, 1, 0, n)).toISOString());
      await insertAt(tenant, moments, (index) => `${index} ${caption}`);
      const read = async (contract: typeof schedulingRpc.postList | typeof schedulingRpc.postScheduled, query = {}) => {
        const answer = await under.service.client.read(contract, query, caller(tenant.caller));
        return { ...answer, rows: rowsOf(JSON.parse(Buffer.from(answer.bytes ?? []).toString()) as Post[]).length };
      };
      for (const contract of [schedulingRpc.postList, schedulingRpc.postScheduled]) {
        const { isTruncated, rows } = await read(contract);
        expect(isTruncated).toBe(true);
        expect(rows).toBeGreaterThanOrEqual(atLeast);
        expect(rows).toBeLessThan(count);
        expect((await read(contract, { limit: 100 })).isTruncated).toBe(false);
      }
      const [first] = await under.sql<{ id: string }>('SELECT id FROM posts WHERE business_id = $1 LIMIT 1', [
        tenant.caller.businessId,
      ]);
      await under.sql('DELETE FROM posts WHERE business_id = $1 AND id <> $2', [tenant.caller.businessId, first?.id]);
      expect((await read(schedulingRpc.postList)).isTruncated).toBe(false);
    });

    it('filters by status, date, platform and text', async () => {
      const tenant = under.tenant();
      const bread = await under.create(tenant, { caption: 'Bread 100% rye', platforms: ['facebook'] });
      const cake = await under.schedule(tenant, {
        caption: 'Cake',
        platforms: ['instagram'],
        scheduledFor: '2027-09-10T10:00:00Z',
      });
      const list = (query: object) => under.rpc(schedulingRpc.postList, query, tenant);
      expect(await list({ status: 'draft' })).toEqual([bread]);
      expect(await list({ status: 'scheduled' })).toEqual([cake]);
      expect(await list({ platform: 'facebook' })).toEqual([bread]);
      expect(await list({ search: '100% RYE' })).toEqual([bread]);
      expect(await list({ search: '%' })).toEqual([bread]);
      expect(await list({ search: '_' })).toEqual([]);
      expect(await list({ from: '2027-09-01T00:00:00Z', to: '2027-10-01T00:00:00Z' })).toEqual([cake]);
      expect(await list({ status: 'published' })).toEqual([]);
      expect(await list({ ids: [bread.id, randomUUID()] })).toEqual([bread]);
      expect(await list({ ids: [] })).toEqual([]);
      expect(await under.rpc(schedulingRpc.postScheduled, {}, tenant)).toEqual([cake]);
      expect(await under.rpc(schedulingRpc.statsGet, {}, tenant)).toEqual({
        ...{ scheduledPosts: 1, postsThisMonth: 2, postsLastMonth: 0 },
      });
    });

    it.each([
      [{ limit: 1e9 }],
      [{ limit: 0 }],
      [{ cursor: 'made up' }],
      [{ cursor: Buffer.from("2026-01-01'; DROP TABLE posts|x").toString('base64url') }],
      [{ offset: -1 }],
      [{ sort: ';drop' }],
      [{ status: 'lost' }],
      [{ from: 'yesterday' }],
    ])('refuses %j (S65)', async (query) => {
      const tenant = under.tenant();
      expect(await refusal(under.rpc(schedulingRpc.postList, query as never, tenant))).toMatchObject({
        code: 'validation_failed',
      });
    });
  });
});
