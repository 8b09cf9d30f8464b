import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, mediaEvents, publisherEvents, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

describe('deletions elsewhere (F58)', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const use = (tenant: Tenant, detach: boolean) =>
    under.rpc(schedulingRpc.photoUse, { photoId: tenant.photoId, detach }, tenant);

  it('answers media which scheduled posts need a photo, and turns them into drafts when it goes', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const later = await under.schedule(tenant, { scheduledFor: soon(7200) });
    const post = await under.schedule(tenant);
    const draft = await under.create(tenant, { photoId: tenant.photoId });
    expect(await use(tenant, false)).toEqual({ scheduledPostIds: [post.id, later.id], posts: 3 });
    expect((await under.get(tenant, post.id)).status).toBe('scheduled');

    expect(await use(tenant, true)).toEqual({ scheduledPostIds: [post.id, later.id], posts: 3 });
    const after = await under.get(tenant, post.id);
    expect(after).toMatchObject({
      status: 'draft',
      photoId: null,
      photoIds: [],
      scheduledFor: post.scheduledFor,
      version: 2,
    });
    expect(after.history.at(-1)).toMatchObject({
      actor: 'system',
      what: 'The photo was deleted, so this post became a draft.',
    });
    expect((await under.get(tenant, draft.id)).photoId).toBeNull();
    expect(await use(tenant, false)).toEqual({ scheduledPostIds: [], posts: 0 });
    tenant.photoIds.clear();
    expect(await refusal(under.schedule(tenant))).toMatchObject({ code: 'not_found' });
  });

  it('never answers for another tenant', async () => {
    const tenant = under.tenant();
    const other = under.tenant();
    const post = await under.schedule(tenant);
    const asked = await under.rpc(schedulingRpc.photoUse, { photoId: tenant.photoId, detach: true }, other);
    expect(asked).toEqual({ scheduledPostIds: [], posts: 0 });
    expect((await under.get(tenant, post.id)).status).toBe('scheduled');
    await under.schedule(tenant); // and the photo is still available
  });

  it("a post in the publisher's hands keeps its photo and is left alone", async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    await under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant);
    await eventually('handed over', async () => {
      expect((await under.targetsOf(post.id))[0]?.state).toBe('dispatched');
    });
    await use(tenant, true);
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'scheduled', photoId: tenant.photoId });
  });

  it('posts created while the photo is deleted end without it', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    await under.schedule(tenant);
    const gone = under.service.emitFrom(mediaEvents.photoDeleted, {
      businessId: tenant.caller.businessId,
      entityId: tenant.photoId,
      version: 5,
      data: { photoId: tenant.photoId },
    });
    tenant.photoIds.clear();
    await Promise.all([gone, ...Array.from({ length: 30 }, () => refusal(under.schedule(tenant)))]);
    await eventually('no scheduled post needs it', async () => {
      expect(await use(tenant, false)).toEqual({ scheduledPostIds: [], posts: 0 });
    });
    expect(await refusal(under.schedule(tenant))).toMatchObject({ code: 'not_found' });
  });

  it('nothing goes out after a business is deleted, and its rows go', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const { businessId } = tenant.caller;
    const targets: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      const post = await under.schedule(tenant, { scheduledFor: soon(2 + made / 10) });
      targets.push(...(await under.targetsOf(post.id)).map(({ id }) => id));
    }
    const [taken = ''] = under.photos(tenant, { width: 1080, height: 1080 });
    await under.create(tenant, { photoId: taken });
    await under.rpc(schedulingRpc.photoUse, { photoId: taken, detach: true }, tenant);
    expect(await under.sql('SELECT 1 AS row FROM detached_photos WHERE business_id = $1', [businessId])).toHaveLength(
      1,
    );
    const [first] = await under.sql<{ id: string; post_id: string }>(
      'SELECT id, post_id FROM post_targets WHERE id = $1',
      [targets[0]],
    );
    await under.service.emitFrom(identityEvents.businessDeleted, {
      businessId,
      entityId: businessId,
      version: 9,
      data: { businessId, payerId: tenant.payerId },
    });
    await eventually('its rows are gone', async () => {
      const uses = ['photo_uses', 'detached_photos'];
      for (const table of ['posts', 'post_targets', 'post_history', ...uses, 'account_refs', 'photo_refs']) {
        expect(await under.sql(`SELECT 1 AS row FROM ${table} WHERE business_id = $1`, [businessId])).toEqual([]);
      }
    });
    // Late events of the business restore nothing, and nobody can write into it.
    await under.service.emitFrom(publisherEvents.accountConnected, {
      businessId,
      entityId: randomUUID(),
      data: { accountId: randomUUID(), platform: 'instagram', accountName: 'bakery' },
    });
    const late = await under.service.emitFrom(publisherEvents.targetFailed, {
      businessId,
      entityId: first?.id ?? '',
      data: {
        ...{ targetId: first?.id ?? '', postId: first?.post_id ?? '', round: 1, platform: 'instagram', attempts: 1 },
        ...{ accountId: randomUUID(), error: { code: 'x', message: 'y' } },
      },
    });
    await eventually('the late event is done with', async () => {
      expect((await under.sql('SELECT state FROM inbox WHERE event_id = $1', [late.id])).length).toBeGreaterThan(0);
    });
    expect(await refusal(under.create(tenant))).toMatchObject({ code: 'not_found' });
    expect(await under.sql('SELECT 1 AS row FROM account_refs WHERE business_id = $1', [businessId])).toEqual([]);
    const emitted = await under.sql(
      `SELECT 1 AS row FROM outbox WHERE subject = 'scheduling.target.due.v1' AND entity_id = ANY ($1)`,
      [targets],
    );
    expect(emitted).toEqual([]);
  });

  it('a due post of a business whose deletion was not heard of in time is cancelled by the dispatcher itself', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    const [target] = await under.targetsOf(post.id);
    await under.sql('UPDATE business_refs SET deleted_at = now(), emptied_at = now() WHERE business_id = $1', [
      tenant.caller.businessId,
    ]);
    await under.sql('UPDATE post_targets SET due_at = now() WHERE post_id = $1', [post.id]);
    await eventually('cancelled', async () => {
      expect((await under.targetsOf(post.id))[0]?.state).toBe('cancelled');
    });
    expect(await under.sql('SELECT 1 AS row FROM outbox WHERE entity_id = $1', [target?.id])).toEqual([]);
  });
});
