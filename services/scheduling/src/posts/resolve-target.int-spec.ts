import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherEvents, resolveRpc, schedulingRpc, UNCLEAR_OUTCOME } from '@postloom/contracts';
import type { Platform, Post, Resolution } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import type { z } from 'zod';
import { halfPublished } from '../testing/half-published.ts';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

const doubt = { code: UNCLEAR_OUTCOME, message: 'The platform did not answer.' };

describe('a target whose outcome could not be found out', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const resolve = (
    tenant: Tenant,
    post: Post,
    resolution: z.input<typeof Resolution>,
    platform: Platform = 'instagram',
    key: string | null = null,
  ) => under.rpc(resolveRpc.targetResolve, { id: post.id, platform, resolution }, tenant, { idempotencyKey: key });

  /** Instagram in doubt, Facebook (if present) published. */
  async function unclear(
    tenant: Tenant,
    photos?: { photoId: string } | { photoIds: string[] },
  ): Promise<{ post: Post; targetId: string }> {
    const post = await halfPublished(under, tenant, { status: 'needs_attention', error: doubt }, photos);
    const [instagram] = await under.targetsOf(post.id);
    return { post, targetId: instagram?.id ?? '' };
  }

  it("is published by a person's resolution, with or without its address, and the post settles", async () => {
    for (const permalink of ['https://www.instagram.com/p/abc/', null]) {
      const tenant = under.tenant();
      const { post, targetId } = await unclear(tenant);
      const after = await resolve(tenant, post, { outcome: 'published', permalink });
      expect(after).toMatchObject({
        status: 'published',
        targets: [{ status: 'published', permalink, error: null }, {}],
      });
      expect(after.targets[0]?.publishedAt).not.toBeNull();
      const { history } = await under.get(tenant, post.id);
      expect(history.at(-1)).toMatchObject({
        ...{ actor: 'person', platform: 'instagram', what: 'Said that it is published on Instagram.' },
      });
      expect((await under.emitted(targetId)).at(-1)).toMatchObject({
        ...{ subject: 'scheduling.target.resolved.v1', data: { targetId, round: 1, outcome: 'published' } },
      });
      expect((await under.emitted(post.id)).at(-1)).toMatchObject({
        ...{ subject: 'scheduling.post.settled.v1', data: { status: 'published' } },
      });
    }
  });

  it('is not counted among the scheduled posts, which go out without a person', async () => {
    const tenant = under.tenant();
    await unclear(tenant);
    await under.schedule(tenant);
    expect(await under.rpc(schedulingRpc.statsGet, {}, tenant)).toMatchObject({ scheduledPosts: 1 });
  });

  it('says to its person that they decided, and to others that somebody did', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { post } = await unclear(tenant);
    await resolve(tenant, post, { outcome: 'published' });
    const isYou = async (caller: object) => {
      const { history } = await under.rpc(schedulingRpc.postGet, { id: post.id }, tenant, caller);
      return history.at(-1)?.isYou;
    };
    expect(await isYou({})).toBe(true);
    expect(await isYou({ userId: randomUUID() })).toBe(false);
  });

  it('proof that comes later takes the place of the resolution', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { post, targetId } = await unclear(tenant);
    await resolve(tenant, post, { outcome: 'published' });
    const data = {
      ...{ targetId, round: 1, postId: post.id, platform: 'instagram' as const, attempts: 1 },
      ...{ accountId: tenant.accounts.get('instagram') ?? '', remoteId: 'remote' },
      ...{ permalink: 'https://example.com/p', publishedAt: '2026-11-20T10:00:00.000Z' },
    };
    const head = { businessId: tenant.caller.businessId, entityId: targetId, version: 3 };
    await under.service.emitFrom(publisherEvents.targetPublished, { ...head, data });
    await eventually('its address is known', async () => {
      expect((await under.get(tenant, post.id)).targets[0]?.permalink).toBe('https://example.com/p');
    });
    expect(await under.sql('SELECT remote_id, by_word FROM post_targets WHERE id = $1', [targetId])).toEqual([
      { remote_id: 'remote', by_word: false },
    ]);
  });

  it('is sent again in the next round: decision and handover in one transaction, the rest untouched (F44)', async () => {
    const tenant = under.tenant();
    const { post, targetId } = await unclear(tenant);
    const after = await resolve(tenant, post, { outcome: 'send_again' });
    expect(after).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'pending', error: null }, { status: 'published' }],
    });
    const emitted = await under.sql<{ subject: string; version: number; data: { round: number }; at: Date }>(
      'SELECT subject, version, data, at FROM outbox WHERE entity_id = $1 ORDER BY created_at, id',
      [targetId],
    );
    expect(emitted.slice(-2).map(({ subject, version, data }) => [subject, version, data.round])).toEqual([
      ['scheduling.target.resolved.v1', 1, 1],
      ['scheduling.target.due.v1', 2, 2],
    ]);
    expect(emitted.at(-1)?.at).toEqual(emitted.at(-2)?.at); // the start of the same transaction
    const [instagram, facebook] = await under.targetsOf(post.id);
    expect([instagram?.round, instagram?.state, facebook?.round]).toEqual([2, 'dispatched', 1]);
    expect((await under.get(tenant, post.id)).history.at(-1)?.what).toBe(
      'Said that it is not on Instagram, and asked to send it again.',
    );
  });

  it('is given up: failed with the reason, the post settles', async () => {
    const tenant = under.tenant();
    const { post } = await unclear(tenant);
    const after = await resolve(tenant, post, { outcome: 'give_up' });
    expect(after).toMatchObject({ status: 'failed', targets: [{ status: 'failed', error: { code: 'given_up' } }, {}] });
    // And may be retried after all, alone.
    await under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant);
    const [instagram, facebook] = await under.targetsOf(post.id);
    expect([instagram?.round, facebook?.round]).toEqual([2, 1]);
  });

  it('only what is unclear can be decided, and once', async () => {
    const tenant = under.tenant();
    const { post, targetId } = await unclear(tenant);
    expect(await refusal(resolve(tenant, post, { outcome: 'give_up' }, 'facebook'))).toMatchObject({
      code: 'not_retryable',
    });
    expect(await refusal(resolve(tenant, post, { outcome: 'give_up' }, 'tiktok'))).toMatchObject({ code: 'not_found' });
    expect(await refusal(resolve(under.tenant(), post, { outcome: 'give_up' }))).toMatchObject({ code: 'not_found' });
    const clicks = Array.from({ length: 20 }, () => refusal(resolve(tenant, post, { outcome: 'send_again' })));
    const answers = await Promise.all(clicks);
    expect(answers.filter((answer) => 'answered' in answer)).toHaveLength(1);
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'not_retryable')).toHaveLength(19);
    const due = (await under.emitted(targetId)).filter(({ subject }) => subject === 'scheduling.target.due.v1');
    expect(due.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('the same key gives the same answer, another resolution under it is refused', async () => {
    const tenant = under.tenant();
    const { post, targetId } = await unclear(tenant);
    const first = await resolve(tenant, post, { outcome: 'send_again' }, 'instagram', 'key');
    expect(await resolve(tenant, post, { outcome: 'send_again' }, 'instagram', 'key')).toEqual(first);
    const other = await refusal(resolve(tenant, post, { outcome: 'give_up' }, 'instagram', 'key'));
    expect(other).toMatchObject({ code: 'idempotency_mismatch' });
    const decided = (await under.emitted(targetId)).filter(
      ({ subject }) => subject === 'scheduling.target.resolved.v1',
    );
    expect(decided).toHaveLength(1);
  });

  it('is not sent again when one of its photos is gone, as no post is', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const photoIds = under.photos(tenant, { width: 1080, height: 1080 }, { width: 1080, height: 1080 });
    const { post, targetId } = await unclear(tenant, { photoIds });
    const [, second = ''] = photoIds;
    tenant.photoIds.delete(second);
    await under.sql('UPDATE photo_refs SET is_deleted = true WHERE photo_id = $1', [second]);
    expect(await refusal(resolve(tenant, post, { outcome: 'send_again' }))).toMatchObject({
      ...{ code: 'validation_failed', message: 'Please select a photo to schedule.' },
    });
    const due = (await under.emitted(targetId)).filter(({ subject }) => subject === 'scheduling.target.due.v1');
    expect(due.map(({ version }) => version)).toEqual([1]);
  });

  it('is not sent again without its account', async () => {
    const tenant = under.tenant();
    const { post } = await unclear(tenant);
    await under.sql(`UPDATE account_refs SET state = 'broken' WHERE account_id = $1`, [
      tenant.accounts.get('instagram'),
    ]);
    tenant.accounts.delete('instagram');
    expect(await refusal(resolve(tenant, post, { outcome: 'send_again' }))).toMatchObject({
      message: 'Please connect your Instagram account(s) first.',
    });
    expect((await under.get(tenant, post.id)).targets[0]?.status).toBe('needs_attention');
  });
});
