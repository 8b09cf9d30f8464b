import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaEvents, schedulingEvents, schedulingRpc } from '@postloom/contracts';
import { removeOld, Scope, Uow } from '@postloom/persistence';
import { eventually, photoFacts } from '@postloom/testing';
import { RecurrenceUnderTest } from '../recurrence/testing/recurrence-under-test.ts';
import { retention } from '../retention.ts';
import type { SchedulingUnderTest, Tenant } from '../testing/scheduling-under-test.ts';
import { soon } from '../testing/scheduling-under-test.ts';

const square = { width: 1080, height: 1080 };

describe('a photo that is deleted and brought back', () => {
  let recurring: RecurrenceUnderTest;
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
    under = recurring.under;
  });
  afterAll(() => recurring.close());

  /** Media tells, in this version of the photo, that it is gone or back; resolves when every handler has done its work. */
  const told = async (tenant: Tenant, photoId: string, what: 'gone' | 'back', version: number): Promise<void> => {
    const head = { businessId: tenant.caller.businessId, entityId: photoId, version };
    const event =
      what === 'gone'
        ? await under.service.emitFrom(mediaEvents.photoDeleted, { ...head, data: { photoId } })
        : await under.service.emitFrom(mediaEvents.photoUploaded, { ...head, data: photoFacts(photoId) });
    await eventually('the event is done with', async () => {
      const done = `SELECT count(*)::int AS done FROM inbox WHERE event_id = $1 AND state = 'done'`;
      expect(await under.sql(done, [event.id])).toEqual([{ done: what === 'gone' ? 1 : 3 }]);
    });
  };
  /** As media deletes: it asks first, with `force` nothing needs the photo afterwards, then it tells. */
  const remove = async (tenant: Tenant, photoId: string, version = 3): Promise<void> => {
    await under.rpc(schedulingRpc.photoUse, { photoId, detach: true }, tenant);
    await told(tenant, photoId, 'gone', version);
  };
  const restore = (tenant: Tenant, photoId: string, version = 4) => told(tenant, photoId, 'back', version);
  const remembered = (tenant: Tenant) =>
    under.sql('SELECT 1 AS row FROM detached_photos WHERE business_id = $1', [tenant.caller.businessId]);

  it('comes back to its place in a scheduled post, which goes out as it was planned', async () => {
    const tenant = under.tenant();
    const [first = '', last = ''] = under.photos(tenant, square, square);
    const post = await under.schedule(tenant, { photoId: first, photoIds: [first, tenant.photoId, last] });
    await remove(tenant, tenant.photoId);
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'draft', photoIds: [first, last] });
    await restore(tenant, tenant.photoId);
    const after = await under.get(tenant, post.id);
    expect(after).toMatchObject({
      ...{ status: 'scheduled', scheduledFor: post.scheduledFor, photoIds: post.photoIds, version: 3 },
      platforms: post.platforms,
    });
    expect(after.history.at(-1)).toMatchObject({
      actor: 'system',
      what: expect.stringMatching(/^The photo was brought back, so this post is scheduled again for .+\.$/),
    });
    expect((await under.targetsOf(post.id)).map(({ state }) => state)).toEqual(['scheduled', 'scheduled']);
    expect((await under.emitted(post.id)).at(-1)).toMatchObject({
      subject: schedulingEvents.postScheduled.subject,
      version: 3,
    });
    expect(await remembered(tenant)).toEqual([]);
  });

  it('comes back into a draft, of which nothing said that it needs it, and to a single platform', async () => {
    const tenant = under.tenant();
    const [own = ''] = under.photos(tenant, square);
    const draft = await under.create(tenant, { photoId: tenant.photoId });
    const photoIdsByPlatform = { facebook: [own, tenant.photoId] };
    const changes = { photoIds: photoIdsByPlatform.facebook, version: 1 };
    await under.rpc(schedulingRpc.targetUpdate, { id: draft.id, platform: 'facebook', changes }, tenant);
    await told(tenant, tenant.photoId, 'gone', 3);
    const left = { photoIds: [], photoIdsByPlatform: { facebook: [own] } };
    expect(await under.get(tenant, draft.id)).toMatchObject(left);
    await restore(tenant, tenant.photoId);
    const after = await under.get(tenant, draft.id);
    expect(after).toMatchObject({ status: 'draft', photoIds: [tenant.photoId], photoIdsByPlatform });
    expect(after.history.at(-1)?.what).toBe('The photo was brought back.');
  });

  it('with others: in any order they find their places, and the post goes out when all are back', async () => {
    for (const order of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const tenant = under.tenant({ platforms: ['instagram'] });
      const photoIds = under.photos(tenant, square, square, square);
      const post = await under.schedule(tenant, { photoId: photoIds[0], photoIds });
      for (const photoId of photoIds) {
        await remove(tenant, photoId);
      }
      const back: string[] = [];
      for (const photoId of order.map((at) => photoIds[at] ?? '')) {
        back.push(photoId);
        await restore(tenant, photoId);
        expect(await under.get(tenant, post.id)).toMatchObject({
          photoIds: photoIds.filter((id) => back.includes(id)),
          status: back.length < photoIds.length ? 'draft' : 'scheduled',
        });
      }
    }
  });

  it('with others at the same time waits for none of them', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const [other = ''] = under.photos(tenant, square);
    const post = await under.schedule(tenant, { photoId: tenant.photoId, photoIds: [tenant.photoId, other] });
    await remove(tenant, tenant.photoId);
    await under.service.get(Uow).run(Scope.business(tenant.caller.businessId), async (tx) => {
      // As the handler of the other photo holds it, which waits for the post.
      await tx.query('SELECT 1 FROM photo_refs WHERE photo_id = $1 FOR UPDATE', [other]);
      await restore(tenant, tenant.photoId);
    });
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'scheduled', photoIds: post.photoIds });
  });

  it('that its author has worked on since stays a draft, with the photo', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    await remove(tenant, tenant.photoId);
    const changes = { caption: 'Rye today', version: 2 };
    await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes }, tenant);
    await restore(tenant, tenant.photoId);
    const after = await under.get(tenant, post.id);
    expect(after).toMatchObject({ status: 'draft', caption: 'Rye today', photoIds: [tenant.photoId] });
    expect(after.history.at(-1)?.what).toBe('The photo was brought back. The post stays a draft.');
  });

  it('whose time is over, or whose account is another one now, stays a draft, with the photo', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const late = await under.schedule(tenant);
    const elsewhere = await under.schedule(tenant, { scheduledFor: soon(7200) });
    await remove(tenant, tenant.photoId);
    await under.sql(`UPDATE posts SET due_at = now() - interval '1 second' WHERE id = $1`, [late.id]);
    await under.sql('UPDATE post_targets SET account_id = $2 WHERE post_id = $1', [elsewhere.id, randomUUID()]);
    await restore(tenant, tenant.photoId);
    for (const { id } of [late, elsewhere]) {
      expect(await under.get(tenant, id)).toMatchObject({ status: 'draft', photoIds: [tenant.photoId] });
    }
  });

  it('does not come back into a post that has other photos now, or was scheduled without it', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const [other = ''] = under.photos(tenant, square);
    const given = await under.schedule(tenant);
    const kept = await under.schedule(tenant, { photoId: tenant.photoId, photoIds: [tenant.photoId, other] });
    await remove(tenant, tenant.photoId);
    for (const [id, changes] of [
      [given.id, { photoId: other, version: 2 }],
      [kept.id, { status: 'scheduled' as const, version: 2 }],
    ] as const) {
      await under.rpc(schedulingRpc.postUpdate, { id, changes }, tenant);
    }
    await restore(tenant, tenant.photoId);
    expect(await under.get(tenant, given.id)).toMatchObject({ status: 'draft', photoIds: [other], version: 3 });
    expect(await under.get(tenant, kept.id)).toMatchObject({ status: 'scheduled', photoIds: [other], version: 3 });
    expect(await remembered(tenant)).toEqual([]);
  });

  it('does not come back where a platform accepts fewer photos now', async () => {
    const tenant = under.tenant({ platforms: ['instagram', 'twitter'] });
    const photoIds = under.photos(tenant, square, square, square, square, square);
    const draft = await under.create(tenant, { photoId: photoIds[0], photoIds, platforms: ['instagram'] });
    await told(tenant, photoIds[0] ?? '', 'gone', 3);
    const changes = { platforms: ['twitter' as const], version: 2 };
    await under.rpc(schedulingRpc.postUpdate, { id: draft.id, changes }, tenant);
    await restore(tenant, photoIds[0] ?? '');
    expect(await under.get(tenant, draft.id)).toMatchObject({ photoIds: photoIds.slice(1), version: 3 });
  });

  it('ends the same when the events come in another order', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    const draft = await under.create(tenant, { photoId: tenant.photoId });
    await under.rpc(schedulingRpc.photoUse, { photoId: tenant.photoId, detach: true }, tenant);
    await told(tenant, tenant.photoId, 'back', 4);
    await told(tenant, tenant.photoId, 'gone', 3);
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'scheduled', photoIds: [tenant.photoId] });
    expect(await under.get(tenant, draft.id)).toMatchObject({ photoIds: [tenant.photoId] });

    await told(tenant, tenant.photoId, 'gone', 7);
    await told(tenant, tenant.photoId, 'back', 6);
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'draft', photoIds: [] });
    await told(tenant, tenant.photoId, 'back', 8);
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'scheduled', photoIds: [tenant.photoId] });
    expect(await under.get(tenant, draft.id)).toMatchObject({ photoIds: [tenant.photoId] });
  });

  it('goes out again by its schedule, unless that was paused meanwhile', async () => {
    for (const isPaused of [false, true]) {
      const { tenant, photoIds } = await recurring.tenant();
      const schedule = await recurring.schedule(tenant, 5);
      await recurring.answerCaptions(tenant, schedule.id);
      const { postId } = await recurring.reaches(tenant, schedule.id, 'posted');
      await remove(tenant, photoIds[0] ?? '');
      if (isPaused) {
        await recurring.update(tenant, schedule.id, { isActive: false });
      }
      await restore(tenant, photoIds[0] ?? '');
      expect(await under.get(tenant, postId ?? '')).toMatchObject({
        ...{ status: isPaused ? 'draft' : 'scheduled', photoIds, source: 'recurring' },
      });
    }
  });

  it('leaves a deleted post deleted, and other businesses alone', async () => {
    const tenant = under.tenant();
    const post = await under.schedule(tenant);
    await remove(tenant, tenant.photoId);
    await told(under.tenant(), tenant.photoId, 'back', 4);
    expect(await under.get(tenant, post.id)).toMatchObject({ status: 'draft', photoIds: [] });
    await under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant);
    expect(await remembered(tenant)).toEqual([]);
  });

  it('is forgotten a day after it can no longer be brought back', async () => {
    const [old, young] = [under.tenant(), under.tenant()];
    for (const [tenant, days] of [[old, 31.01] as const, [young, 30.9] as const]) {
      await under.schedule(tenant);
      await remove(tenant, tenant.photoId);
      await under.sql(
        'UPDATE detached_photos SET detached_at = now() - make_interval(secs => $2) WHERE business_id = $1',
        [...[tenant.caller.businessId, days * 86_400]],
      );
    }
    for (const rule of retention) {
      await removeOld(under.service.get(Uow), rule);
    }
    expect([(await remembered(old)).length, (await remembered(young)).length]).toEqual([0, 1]);
  });
});
