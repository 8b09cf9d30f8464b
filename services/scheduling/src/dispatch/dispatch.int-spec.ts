import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherEvents, schedulingRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { metrics } from '../metrics.ts';
import { migrations } from '../migrations/index.ts';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';

interface Handover {
  entity_id: string;
  version: number;
  data: { round: number; caption: string; accountId: string; photoIds: string[]; dueAt: string };
}

describe('dispatch', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const handovers = (targetIds: readonly string[]): Promise<Handover[]> =>
    under.sql(
      `SELECT entity_id, version, data FROM outbox WHERE subject = 'scheduling.target.due.v1' AND entity_id = ANY ($1) ORDER BY id`,
      [targetIds],
    );

  it('publish now hands every target over once, with the caption and account of its platform', async () => {
    const tenant = under.tenant();
    const post = await under.create(tenant, {
      photoId: tenant.photoId,
      captionByPlatform: { facebook: 'For Facebook' },
    });
    const sent = await under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant);
    expect(sent.status).toBe('scheduled');
    const targets = await under.targetsOf(post.id);
    await eventually('both targets are handed over', async () => {
      expect(await handovers(targets.map(({ id }) => id))).toHaveLength(2);
    });
    const found = await handovers(targets.map(({ id }) => id));
    const of = (platform: string) =>
      found.find(({ entity_id: id }) => id === targets.find((one) => one.platform === platform)?.id);
    expect(of('facebook')?.data).toMatchObject({
      caption: 'For Facebook',
      accountId: tenant.accounts.get('facebook'),
      round: 1,
    });
    expect(of('instagram')?.data).toMatchObject({ caption: post.caption, photoIds: [tenant.photoId] });

    // With the publisher: no edit, no deletion, no second handover.
    const changes = { version: sent.version, caption: 'too late' };
    expect(await refusal(under.rpc(schedulingRpc.postUpdate, { id: post.id, changes }, tenant))).toMatchObject({
      code: 'publishing',
    });
    expect(await refusal(under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant))).toMatchObject({
      code: 'publishing',
    });
    expect(await refusal(under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant))).toMatchObject({
      code: 'publishing',
    });
    expect(await refusal(under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant))).toMatchObject({
      code: 'publishing',
    });
  });

  it('a due target that nobody hands over shows in the metric', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant, { scheduledFor: soon(1.2) });
    await under.service.get(Uow).run(Scope.system('a lock of the test'), async (tx) => {
      const locked = (): Promise<unknown> =>
        tx.query('SELECT id FROM post_targets WHERE post_id = $1 FOR UPDATE', [post.id]);
      await locked();
      await eventually('the metric shows it', async () => {
        // Also keeps the transaction from being ended as idle.
        await locked();
        expect(await metrics.dueOldestSeconds.value()).toBeGreaterThan(0);
      });
    });
  });

  it('20 clicks on publish now hand over once (F54)', async () => {
    const tenant = under.tenant();
    const post = await under.create(tenant, { photoId: tenant.photoId });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        refusal(under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant, { idempotencyKey: null })),
      ),
    );
    const targets = (await under.targetsOf(post.id)).map(({ id }) => id);
    await eventually('handed over', async () => {
      expect(await handovers(targets)).toHaveLength(2);
    });
    expect((await under.targetsOf(post.id)).every(({ state, round }) => state === 'dispatched' && round === 1)).toBe(
      true,
    );
  });

  it('a scheduled post goes when its time has come, not before', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const later = await under.schedule(tenant);
    const post = await under.schedule(tenant, { scheduledFor: soon(1.2) });
    const [target] = await under.targetsOf(post.id);
    expect(target?.state).toBe('scheduled');
    await eventually('handed over', async () => {
      const [found] = await handovers([target?.id ?? '']);
      expect(found?.data.dueAt).toBe(post.scheduledFor);
    });
    const [row] = await under.sql<{ lag: number }>(
      'SELECT extract(epoch FROM dispatched_at - due_at)::float8 AS lag FROM post_targets WHERE id = $1',
      [target?.id],
    );
    expect(row?.lag).toBeGreaterThanOrEqual(0);
    expect(row?.lag).toBeLessThan(10); // a poll of 250 ms and whatever else this machine runs
    expect((await under.targetsOf(later.id))[0]?.state).toBe('scheduled');
  });

  it('up to the limit of the business it goes out late, beyond it fails with the reason and the quota charge is refunded (F50)', async () => {
    const tenant = under.tenant({ platforms: ['instagram'], tier: 'free' });
    const posts = [await under.schedule(tenant), await under.schedule(tenant)];
    const lateBy = async (post: { id: string } | undefined, interval: string): Promise<void> => {
      await under.sql(`UPDATE post_targets SET due_at = now() - $2::interval WHERE post_id = $1`, [post?.id, interval]);
    };
    await lateBy(posts[0], '5 hours 59 minutes');
    await lateBy(posts[1], '3 days');
    await eventually('one is handed over and the other failed', async () => {
      const after = await Promise.all(posts.map((post) => under.get(tenant, post.id)));
      const states = await Promise.all(posts.map((post) => under.targetsOf(post.id)));
      expect(states.map(([target]) => target?.state)).toEqual(['dispatched', 'failed']);
      expect(after[1]).toMatchObject({
        status: 'failed',
        targets: [{ status: 'failed', error: { code: 'too_late' } }],
      });
      expect(after[1]?.history.at(-1)?.what).toContain('more than 6 hours late');
    });
    expect(await handovers((await under.targetsOf(posts[1]?.id ?? '')).map(({ id }) => id))).toEqual([]);
    expect((await under.emitted(posts[1]?.id ?? '')).at(-1)).toMatchObject({
      subject: 'scheduling.post.settled.v1',
      data: { status: 'failed' },
    });
    const usage = () => under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant);
    expect(await usage()).toMatchObject({ used: 1 });
    // One click: sent now, as a new round, and charged again.
    await under.rpc(schedulingRpc.postRetry, { id: posts[1]?.id ?? '' }, tenant);
    expect(await usage()).toMatchObject({ used: 2 });
    await eventually('handed over', async () => {
      const [target] = await under.targetsOf(posts[1]?.id ?? '');
      expect(target).toMatchObject({ state: 'dispatched', round: 2 });
    });
  });

  it('three days down: what is late by at most the limit goes out, all the rest says why, nothing floods (F50)', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { businessId } = tenant.caller;
    await under.schedule(tenant); // makes the business known here
    // 288 posts, one for each quarter of an hour of the last three days: the database's clock is moved by moving the data.
    await under.sql(
      `WITH late AS (SELECT n, now() - n * interval '15 minutes' - interval '1 minute' AS at FROM generate_series(0, 287) AS n),
      made AS (
        INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone)
        SELECT gen_random_uuid(), $1, $2, 'post ' || n, ARRAY[$3::uuid], 'scheduled', at, at AT TIME ZONE 'UTC', 'UTC' FROM late
        RETURNING id, due_at)
      INSERT INTO post_targets (id, business_id, post_id, platform, account_id, state, due_at)
      SELECT gen_random_uuid(), $1, id, 'instagram', $4, 'scheduled', due_at FROM made`,
      [businessId, tenant.payerId, tenant.photoId, tenant.accounts.get('instagram')],
    );
    await eventually(
      'everything late is decided',
      async () => {
        const waiting = `SELECT 1 AS row FROM post_targets WHERE business_id = $1 AND state = 'scheduled' AND due_at < now()`;
        expect(await under.sql(waiting, [businessId])).toEqual([]);
      },
      { timeoutMs: 30_000 },
    );
    const [sums] = await under.sql<Record<string, number>>(
      `SELECT count(*) FILTER (WHERE t.state = 'dispatched')::int AS sent,
        count(*) FILTER (WHERE t.state = 'dispatched' AND t.due_at < now() - interval '6 hours 1 minute')::int AS flood,
        count(*) FILTER (WHERE t.state = 'failed' AND t.error_code = 'too_late' AND p.status = 'failed' AND p.share_taken_at IS NULL)::int AS explained_targets,
        count(*) FILTER (WHERE t.state = 'failed' AND EXISTS (SELECT 1 FROM post_history h WHERE h.post_id = p.id
          AND h.what LIKE '%more than 6 hours late. Send it now or choose another time.'))::int AS explained,
        (SELECT count(*)::int FROM outbox WHERE business_id = $1 AND subject = 'scheduling.post.settled.v1') AS settled,
        (SELECT count(*)::int FROM outbox WHERE business_id = $1 AND subject = 'scheduling.target.due.v1') AS handed
      FROM post_targets t JOIN posts p ON p.id = t.post_id WHERE t.business_id = $1 AND t.due_at < now()`,
      [businessId],
    );
    expect(sums).toEqual({ sent: 24, flood: 0, explained_targets: 264, explained: 264, settled: 264, handed: 24 });
  });

  it('an edit and the dispatcher never both win (neither lost nor doubled)', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const becomeDue = async (postId: string): Promise<void> => {
      for (const [table, column] of [
        ['posts', 'id'],
        ['post_targets', 'post_id'],
      ]) {
        await under.sql(`UPDATE ${table} SET due_at = now() + interval '300 milliseconds' WHERE ${column} = $1`, [
          postId,
        ]);
      }
    };
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const post = await under.schedule(tenant);
        // Edits as fast as possible, across the due time, until the dispatcher wins. The first has won before the post is due.
        for (let version = 1, caption = post.caption; ; version += 1) {
          if (version === 2) {
            await becomeDue(post.id);
          }
          const next = `edit ${version}`;
          const edit = under.rpc(
            schedulingRpc.postUpdate,
            { id: post.id, changes: { version, caption: next } },
            tenant,
          );
          const answer = await refusal(edit);
          if ('code' in answer) {
            return { post, caption, version, code: answer.code };
          }
          caption = next;
        }
      }),
    );
    expect(outcomes.every(({ version }) => version > 1)).toBe(true); // edits won, and then the dispatcher
    for (const { post, caption, code } of outcomes) {
      expect(code).toBe('publishing');
      const [target] = await under.targetsOf(post.id);
      const found = await handovers([target?.id ?? '']);
      expect(found).toHaveLength(1);
      expect(found[0]?.data.caption).toBe(caption);
      expect((await under.get(tenant, post.id)).caption).toBe(caption);
    }
  });

  it('five dispatchers and 5,000 due targets: each exactly once (F12)', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { businessId } = tenant.caller;
    const others: TestService[] = [];
    for (let made = 0; made < 4; made += 1) {
      const { nats, database } = under.service;
      others.push(await testService({ service: 'scheduling', module: AppModule, migrations, nats, database }));
    }
    try {
      await under.sql(
        `WITH made AS (
          INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone)
          SELECT gen_random_uuid(), $1, $2, 'post ' || n, ARRAY[$3::uuid], 'scheduled', now() + interval '1 second', now(), 'UTC'
          FROM generate_series(1, 5000) AS n RETURNING id)
        INSERT INTO post_targets (id, business_id, post_id, platform, account_id, state, due_at)
        SELECT gen_random_uuid(), $1, id, 'instagram', $4, 'scheduled', now() + interval '1 second' FROM made`,
        [businessId, tenant.payerId, tenant.photoId, tenant.accounts.get('instagram')],
      );
      await eventually(
        'all are handed over',
        async () => {
          const rows = await under.sql(
            `SELECT 1 AS row FROM post_targets WHERE business_id = $1 AND state = 'scheduled'`,
            [businessId],
          );
          expect(rows).toEqual([]);
        },
        { timeoutMs: 30_000 },
      );
      const [sum] = await under.sql<{ handed_over: number; targets: number }>(
        `SELECT count(*)::int AS handed_over, count(DISTINCT entity_id)::int AS targets FROM outbox
        WHERE subject = 'scheduling.target.due.v1' AND business_id = $1`,
        [businessId],
      );
      expect(sum).toEqual({ handed_over: 5000, targets: 5000 });
    } finally {
      for (const other of others) {
        await other.close();
      }
    }
  });

  it('hands over to the account chosen, although another one is connected in its place', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    const old = tenant.accounts.get('instagram') ?? '';
    const next = under.tenant().payerId;
    const emit = (event: typeof publisherEvents.accountRemoved, accountId: string, version: number) =>
      under.service.emitFrom(event, {
        businessId: tenant.caller.businessId,
        entityId: accountId,
        version,
        data: { accountId, platform: 'instagram', accountName: 'bakery' },
      });
    await emit(publisherEvents.accountRemoved, old, 2);
    await emit(publisherEvents.accountConnected, next, 1);
    await eventually('the exchange is known', async () => {
      const rows = await under.sql('SELECT state FROM account_refs WHERE business_id = $1 ORDER BY state', [
        tenant.caller.businessId,
      ]);
      expect(rows).toEqual([{ state: 'connected' }, { state: 'removed' }]);
    });
    await under.sql('UPDATE post_targets SET due_at = now() WHERE post_id = $1', [post.id]);
    await eventually('handed over to its own account', async () => {
      const [target] = await under.targetsOf(post.id);
      expect((await handovers([target?.id ?? '']))[0]?.data.accountId).toBe(old);
    });
  });

  it('a dispatcher that dies before its commit leaves everything as it was', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    const [target] = await under.targetsOf(post.id);
    // A transaction that locks the row as a dispatcher does, and rolls back.
    const died = under.service.get(Uow).run(Scope.system('a dispatcher of the test'), async (tx) => {
      await tx.query(`UPDATE post_targets SET state = 'dispatched' WHERE id = $1`, [target?.id]);
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    expect((await under.targetsOf(post.id))[0]?.state).toBe('scheduled');
  });
});
