import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherEvents, schedulingRpc } from '@postloom/contracts';
import type { EventEnvelope, Post } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

const error = { code: 'media_rejected', message: 'The picture was refused.' };

describe('events of the publisher', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  /** A post that the publisher has, and a way to emit events for each of its targets. */
  async function dispatched(tenant: Tenant) {
    const post = await under.create(tenant, { photoId: tenant.photoId });
    await under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant);
    return { post, emit: await voice(tenant, post) };
  }

  async function voice(tenant: Tenant, post: Post) {
    await eventually('handed over', async () => {
      expect((await under.targetsOf(post.id)).some(({ state }) => state === 'scheduled')).toBe(false);
    });
    const targets = await under.targetsOf(post.id);
    return (
      platform: string,
      kind: 'publishing' | 'published' | 'failed' | 'doubt' | 'delayed',
      version: number,
    ): Promise<EventEnvelope> => {
      const target = targets.find((one) => one.platform === platform);
      if (target === undefined) {
        throw new Error(`the post has no ${platform}`);
      }
      const head = { businessId: tenant.caller.businessId, entityId: target.id, version };
      const data = {
        ...{ targetId: target.id, round: target.round, postId: post.id, platform: target.platform },
        ...{ accountId: target.account_id, attempts: version },
      };
      switch (kind) {
        case 'publishing':
          return under.service.emitFrom(publisherEvents.targetPublishing, { ...head, data });
        case 'delayed':
          return under.service.emitFrom(publisherEvents.targetDelayed, {
            ...head,
            data: {
              ...data,
              error: { code: 'quota', message: 'The daily quota is used up.' },
              until: '2026-11-22T10:00:00.000Z',
            },
          });
        case 'failed':
          return under.service.emitFrom(publisherEvents.targetFailed, { ...head, data: { ...data, error } });
        case 'doubt':
          return under.service.emitFrom(publisherEvents.targetNeedsAttention, { ...head, data: { ...data, error } });
        case 'published': {
          const proof = {
            remoteId: randomUUID(),
            permalink: 'https://example.com/p/1',
            publishedAt: '2026-11-20T10:00:00.000Z',
          };
          return under.service.emitFrom(publisherEvents.targetPublished, { ...head, data: { ...data, ...proof } });
        }
      }
    };
  }

  it('a delayed target says until when and why, and forgets it when publishing goes on', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { post, emit } = await dispatched(tenant);
    await emit('instagram', 'publishing', 1);
    await emit('instagram', 'delayed', 2);
    await eventually('the delay is shown', async () => {
      const shown = await under.get(tenant, post.id);
      expect(shown.targets[0]).toMatchObject({
        status: 'pending',
        delayedUntil: '2026-11-22T10:00:00.000Z',
        error: { code: 'quota', message: 'The daily quota is used up.' },
      });
      expect(shown.history.at(-1)).toMatchObject({
        what: 'Instagram is delayed until Nov 22, 2026, 11:00 AM Berlin time: The daily quota is used up.',
        platform: 'instagram',
      });
    });
    await emit('instagram', 'publishing', 3);
    await eventually('it goes on', async () => {
      const [target] = (await under.get(tenant, post.id)).targets;
      expect(target).toMatchObject({ status: 'publishing', error: null });
      expect(target).not.toHaveProperty('delayedUntil');
    });
  });

  it('a try that failed is shown with its reason, the number of tries and the time of the next', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { post } = await dispatched(tenant);
    const [target] = await under.targetsOf(post.id);
    if (target === undefined) {
      throw new Error('the post has no target');
    }
    const reason = { code: 'no_answer', message: 'Instagram did not answer.' };
    await under.service.emitFrom(publisherEvents.targetDelayed, {
      ...{ businessId: tenant.caller.businessId, entityId: target.id, version: 1 },
      data: {
        ...{ targetId: target.id, round: target.round, postId: post.id, platform: target.platform },
        // Failed during preparation: nothing was sent yet.
        ...{ accountId: target.account_id, attempts: 0, failures: 2, error: reason },
        until: '2026-11-22T10:05:00.000Z',
      },
    });
    await eventually('the try is shown', async () => {
      const shown = await under.get(tenant, post.id);
      expect(shown.targets[0]).toMatchObject({
        ...{ status: 'pending', attempts: 2, error: reason },
        delayedUntil: '2026-11-22T10:05:00.000Z',
      });
      expect(shown.history.at(-1)).toMatchObject({
        what: 'Instagram, try 2: Instagram did not answer. Next try on Nov 22, 2026, 11:05 AM Berlin time.',
        platform: 'instagram',
      });
    });
  });

  it('a post is published when every target is, and emits that it has settled', async () => {
    const tenant = under.tenant();
    const { post, emit } = await dispatched(tenant);
    await emit('instagram', 'publishing', 1);
    await eventually('publishing is shown', async () => {
      expect((await under.get(tenant, post.id)).targets[0]?.status).toBe('publishing');
    });
    await emit('instagram', 'published', 2);
    await eventually('one is out', async () => {
      expect(await under.get(tenant, post.id)).toMatchObject({
        status: 'scheduled',
        targets: [
          {
            status: 'published',
            permalink: 'https://example.com/p/1',
            publishedAt: '2026-11-20T10:00:00.000Z',
            error: null,
          },
          { status: 'pending' },
        ],
      });
    });
    await emit('facebook', 'published', 2);
    await eventually('all are out', async () => {
      expect((await under.get(tenant, post.id)).status).toBe('published');
    });
    // One event per change, and none twice: a draft, sent, publishing on Instagram, published there, published everywhere.
    const [created, scheduled, publishing, published, settled, ...more] = await under.emitted(post.id);
    expect([created, scheduled, publishing, published].map((event) => event?.subject)).toEqual([
      'scheduling.post.created.v1',
      'scheduling.post.scheduled.v1',
      'scheduling.post.progressed.v1',
      'scheduling.post.progressed.v1',
    ]);
    expect(settled).toMatchObject({ data: { postId: post.id, status: 'published', firstWords: post.caption } });
    expect(more).toEqual([]);
    const { history } = await under.get(tenant, post.id);
    const words = history.map(({ what }) => what);
    expect(words).toEqual(
      expect.arrayContaining(['Publishing on Instagram.', 'Published on Instagram.', 'Published on Facebook.']),
    );
    const changes = { version: (await under.get(tenant, post.id)).version, caption: 'x' };
    expect(await refusal(under.rpc(schedulingRpc.postUpdate, { id: post.id, changes }, tenant))).toMatchObject({
      code: 'publishing',
    });
    expect(await refusal(under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant))).toMatchObject({
      message: 'This post is already published.',
    });
    expect(await refusal(under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant))).toMatchObject({
      code: 'not_retryable',
    });
    expect(await under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant)).toEqual({ success: true });
  });

  it('a failed target is retried alone; what is out is not sent again', async () => {
    const tenant = under.tenant({ tier: 'free' });
    const { post, emit } = await dispatched(tenant);
    await emit('instagram', 'published', 2);
    await emit('facebook', 'failed', 2);
    await eventually('it failed', async () => {
      expect(await under.get(tenant, post.id)).toMatchObject({
        status: 'failed',
        targets: [{ status: 'published' }, { status: 'failed', error }],
      });
    });
    // A part is public: the month's quota charge stays.
    expect(await under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant)).toMatchObject({ used: 1 });
    const key = randomUUID();
    const retried = await under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant, { idempotencyKey: key });
    expect(retried).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'published' }, { status: 'pending', error: null }],
    });
    expect(await under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant, { idempotencyKey: key })).toEqual(retried);
    const again = await voice(tenant, post);
    const rounds = (await under.targetsOf(post.id)).map(({ platform, round }) => [platform, round]);
    expect(rounds).toEqual([
      ['instagram', 1],
      ['facebook', 2],
    ]);
    await emit('facebook', 'failed', 9); // of the first round, late
    await again('facebook', 'published', 1);
    await eventually('all is out', async () => {
      expect((await under.get(tenant, post.id)).status).toBe('published');
    });
  });

  it('a retry is checked for the moment at which it is sent, not for its old date', async () => {
    const tenant = under.tenant({ platforms: ['twitter'] });
    const { post, emit } = await dispatched(tenant);
    await emit('twitter', 'failed', 2);
    await eventually('it failed', async () => {
      expect((await under.get(tenant, post.id)).status).toBe('failed');
    });
    await under.sql(`UPDATE posts SET due_at = due_at - interval '3 days' WHERE id = $1`, [post.id]);
    await under.schedule(tenant, { caption: post.caption });
    const retried = await under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant);
    expect(retried.preflight).toEqual({ errors: 0, warnings: 1 });
  });

  it('a doubt keeps the post open until it is resolved, and can be deleted', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { post, emit } = await dispatched(tenant);
    await emit('instagram', 'doubt', 2);
    await eventually('the doubt is shown', async () => {
      expect(await under.get(tenant, post.id)).toMatchObject({
        status: 'scheduled',
        targets: [{ status: 'needs_attention', error }],
      });
    });
    expect(await refusal(under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant))).toMatchObject({
      code: 'publishing',
    });
    await emit('instagram', 'published', 3);
    await eventually('it was found', async () => {
      expect((await under.get(tenant, post.id)).status).toBe('published');
    });
  });

  it('events shuffled, repeated and delivered again in another order end the same (F23, F24)', async () => {
    const tenant = under.tenant();
    const posts = await Promise.all(Array.from({ length: 12 }, () => dispatched(tenant)));
    const stories = posts.flatMap(({ emit }, index) => {
      const isOut = index % 3 !== 0;
      return [
        () => emit('instagram', 'publishing', 1),
        () => emit('instagram', 'doubt', 2),
        () => emit('instagram', 'published', 3),
        () => emit('facebook', 'publishing', 1),
        () => emit('facebook', isOut ? 'published' : 'failed', 2),
      ];
    });
    let seed = 20_261_120;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    const shuffled = stories.map((story) => ({ story, key: random() })).toSorted((a, b) => a.key - b.key);
    const emitted: EventEnvelope[] = [];
    for (const { story } of shuffled) {
      emitted.push(await story());
    }
    for (const event of emitted.toReversed()) {
      await under.service.retell(event);
    }
    await eventually(
      'every post has its end',
      async () => {
        const after = await Promise.all(posts.map(({ post }) => under.get(tenant, post.id)));
        expect(after.map(({ status }) => status)).toEqual(
          posts.map((_, index) => (index % 3 === 0 ? 'failed' : 'published')),
        );
        expect(after.every(({ targets }) => targets[0]?.status === 'published' && targets[0].error === null)).toBe(
          true,
        );
      },
      { timeoutMs: 20_000 },
    );
    const settled = await under.sql<{ entity_id: string; times: number }>(
      `SELECT entity_id, count(*)::int AS times FROM outbox WHERE subject = 'scheduling.post.settled.v1' AND business_id = $1 GROUP BY 1`,
      [tenant.caller.businessId],
    );
    expect(settled).toHaveLength(12);
    expect(settled.every(({ times }) => times === 1)).toBe(true);
  });

  it('the stored answer always equals the stored rows', async () => {
    const rows = await under.sql<{ id: string; business_id: string; doc: string }>(
      'SELECT id, business_id, doc FROM posts',
    );
    expect(rows.length).toBeGreaterThan(10);
    await under.sql('UPDATE posts SET doc = NULL');
    for (const { id, business_id: businessId, doc } of rows) {
      const tenant = under.tenants.find((one) => one.caller.businessId === businessId);
      if (tenant === undefined) {
        throw new Error('a post of nobody');
      }
      const { history, ...rendered } = await under.get(tenant, id);
      expect(history.length).toBeGreaterThan(0);
      expect(rendered).toEqual(JSON.parse(doc));
    }
  });

  it('the database refuses impossible states', async () => {
    const tenant = under.tenant();
    const post = await under.create(tenant);
    const set = (table: string, change: string) =>
      under.sql(`UPDATE ${table} SET ${change} WHERE ${table === 'posts' ? 'id' : 'post_id'} = $1`, [post.id]);
    await expect(set('post_targets', `state = 'published'`)).rejects.toThrow(
      'post_targets_published_exactly_with_proof',
    );
    await expect(set('post_targets', `state = 'failed'`)).rejects.toThrow(
      'post_targets_error_exactly_when_one_is_told',
    );
    await expect(set('post_targets', `state = 'scheduled'`)).rejects.toThrow(
      'post_targets_scheduled_have_date_and_account',
    );
    await expect(set('post_targets', `state = 'publishing', account_id = NULL`)).rejects.toThrow(
      'post_targets_in_flight_have_an_account',
    );
    await expect(set('posts', `status = 'scheduled'`)).rejects.toThrow('posts_beyond_draft_have_a');
    await expect(set('posts', `settled_at = now()`)).rejects.toThrow('posts_end_exactly_when_published_or_failed');
    await expect(set('posts', `due_at = now()`)).rejects.toThrow('posts_date_keeps_its_wall_clock');
    await expect(set('posts', `source = 'magic'`)).rejects.toThrow('posts_source_is_known');
  });
});
