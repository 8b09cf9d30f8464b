import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rowsOf, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

const square = { width: 1080, height: 1080 };

describe('posts with several photos', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const uses = (postId: string) =>
    under.sql<{ photo_id: string }>('SELECT photo_id FROM photo_uses WHERE post_id = $1', [postId]);
  const edit = (tenant: Tenant, id: string, changes: object) =>
    under.rpc(schedulingRpc.postUpdate, { id, changes: changes as never }, tenant);

  it('keep their order from creation to handover; photoId is the first', async () => {
    const tenant = under.tenant();
    const photoIds = under.photos(tenant, square, square, square);
    const post = await under.schedule(tenant, { photoId: undefined, photoIds });
    expect(post).toMatchObject({ photoId: photoIds[0], photoIds });
    expect((await uses(post.id)).map((row) => row.photo_id).toSorted()).toEqual(photoIds.toSorted());
    await under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant);
    const targets = (await under.targetsOf(post.id)).map(({ id }) => id);
    await eventually('both platforms get all of them, in order', async () => {
      const emitted = await under.sql<{ data: { photoIds: string[] } }>(
        `SELECT data FROM outbox WHERE subject = 'scheduling.target.due.v1' AND entity_id = ANY ($1)`,
        [targets],
      );
      expect(emitted.map(({ data }) => data.photoIds)).toEqual([photoIds, photoIds]);
    });
  });

  it('an edit exchanges, orders and drops them; photoId alone keeps the rest when it is the first already', async () => {
    const tenant = under.tenant();
    const [a = '', b = '', c = ''] = under.photos(tenant, square, square, square);
    const post = await under.schedule(tenant, { photoId: undefined, photoIds: [a, b] });
    expect(await edit(tenant, post.id, { version: 1, photoIds: [c, a] })).toMatchObject({
      photoId: c,
      photoIds: [c, a],
    });
    expect((await uses(post.id)).map((row) => row.photo_id).toSorted()).toEqual([a, c].toSorted());
    expect(await edit(tenant, post.id, { version: 2, photoId: c })).toMatchObject({ photoIds: [c, a] });
    expect(await edit(tenant, post.id, { version: 3, photoId: b })).toMatchObject({ photoIds: [b] });
    const { history } = await under.get(tenant, post.id);
    expect(history.map(({ what }) => what)).toEqual([
      expect.stringContaining('Created'),
      'Photos changed; there are 2 now.',
      'Saved without changes.',
      'Photo changed.',
    ]);
  });

  it('photoId and photoIds that contradict each other are refused', async () => {
    const tenant = under.tenant();
    const photoIds = under.photos(tenant, square, square);
    const refused = await refusal(under.schedule(tenant, { photoId: tenant.photoId, photoIds }));
    expect(refused).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('photoIds') });
    const post = await under.schedule(tenant);
    const changes = { version: 1, photoId: null, photoIds };
    expect(await refusal(edit(tenant, post.id, changes))).toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['twitter', 5, 'X takes at most 4 photos; there are 5.'],
    ['instagram', 11, 'Instagram takes at most 10 photos; there are 11.'],
    ['linkedin', 21, 'LinkedIn takes at most 20 photos; there are 21.'],
  ] as const)(
    '%s refuses %i at save, as draft or scheduled, and names the limit (S56)',
    async (platform, count, sentence) => {
      const tenant = under.tenant({ platforms: [platform, 'tiktok'] });
      const photoIds = under.photos(tenant, ...Array.from({ length: count }, () => square));
      for (const status of ['draft', 'scheduled'] as const) {
        const refused = await refusal(under.schedule(tenant, { photoId: undefined, photoIds, status }));
        expect(refused).toEqual({ code: 'validation_failed', message: sentence });
      }
      const post = await under.schedule(tenant, { photoId: undefined, photoIds, platforms: ['tiktok'] });
      expect(await refusal(edit(tenant, post.id, { version: 1, platforms: ['tiktok', platform] }))).toEqual({
        ...{ code: 'validation_failed', message: sentence },
      });
      expect((await under.get(tenant, post.id)).platforms).toEqual(['tiktok']);
    },
  );

  it("one photo of somebody else among one's own is not found (S60)", async () => {
    const tenant = under.tenant();
    const other = under.tenant();
    for (const foreign of [other.photoId, randomUUID()]) {
      const photoIds = [tenant.photoId, foreign];
      expect(await refusal(under.schedule(tenant, { photoId: undefined, photoIds }))).toMatchObject({
        code: 'not_found',
      });
    }
  });

  it('say which posts show each of them, drafts and single platforms too, and no other business hears it', async () => {
    const tenant = under.tenant();
    const [first = '', second = ''] = under.photos(tenant, square, square);
    const both = await under.schedule(tenant, { photoId: undefined, photoIds: [first, second] });
    const one = await under.create(tenant, { photoId: second });
    const showing = async (photoId: string, by = tenant) =>
      rowsOf(await under.rpc(schedulingRpc.postList, { photoId, limit: 10 }, by)).map(({ id }) => id);
    expect([await showing(first), await showing(second)]).toEqual([[both.id], [one.id, both.id]]);
    expect(await showing(randomUUID())).toEqual([]);
    expect(await showing(first, under.tenant())).toEqual([]);
  });

  it('one that goes takes the post back to draft with the others left', async () => {
    const tenant = under.tenant();
    const photoIds = under.photos(tenant, square, square, square);
    const post = await under.schedule(tenant, { photoId: undefined, photoIds });
    const [, middle = ''] = photoIds;
    const found = await under.rpc(schedulingRpc.photoUse, { photoId: middle, detach: true }, tenant);
    expect(found).toEqual({ scheduledPostIds: [post.id], posts: 1 });
    expect(await under.get(tenant, post.id)).toMatchObject({
      ...{ status: 'draft', scheduledFor: post.scheduledFor },
      photoIds: [photoIds[0], photoIds[2]],
    });
  });

  describe('a copy', () => {
    const copy = (tenant: Tenant, id: string, key: string | null = null) =>
      under.rpc(schedulingRpc.postDuplicate, { id }, tenant, { idempotencyKey: key });

    it('is a draft without a date, with captions, photos and platforms, whatever became of the first', async () => {
      const tenant = under.tenant();
      const photoIds = under.photos(tenant, square, square);
      const post = await under.schedule(tenant, {
        photoId: undefined,
        photoIds,
        captionByPlatform: { facebook: 'Hi' },
      });
      await under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant);
      const copied = await copy(tenant, post.id);
      expect(copied).toMatchObject({
        ...{ caption: post.caption, captionByPlatform: { facebook: 'Hi' }, photoIds, platforms: post.platforms },
        ...{ status: 'draft', scheduledFor: null, version: 1, source: 'manual' },
      });
      expect(copied.id).not.toBe(post.id);
      expect(copied.targets.every(({ status, attempts }) => status === 'pending' && attempts === 0)).toBe(true);
      expect((await under.get(tenant, copied.id)).history[0]?.what).toBe('Copied from another post, as a draft.');
    });

    it('leaves photos that are gone behind and waits for platforms that are not connected', async () => {
      const tenant = under.tenant();
      const [a = '', b = ''] = under.photos(tenant, square, square);
      const post = await under.create(tenant, { photoIds: [a, b] });
      await under.sql('UPDATE photo_refs SET is_deleted = true WHERE photo_id = $1', [a]);
      await under.sql(`UPDATE account_refs SET state = 'removed' WHERE account_id = $1`, [
        tenant.accounts.get('facebook'),
      ]);
      const copied = await copy(tenant, post.id);
      expect(copied.photoIds).toEqual([b]);
      expect(copied.targets.map(({ platform, accountId }) => [platform, accountId])).toEqual([
        ['instagram', tenant.accounts.get('instagram')],
        ['facebook', null],
      ]);
    });

    it('counts against the plan, and once for 20 identical requests (F54)', async () => {
      const tenant = under.tenant({ tier: 'free' });
      const post = await under.create(tenant);
      const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(copy(tenant, post.id, 'same key'))));
      const made = answers.flatMap((answer) => ('answered' in answer ? [(answer.answered as { id: string }).id] : []));
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made).size).toBe(1);
      const usage = await under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant);
      expect(usage).toMatchObject({ used: 2 });
      const rest = await Promise.all(Array.from({ length: 6 }, () => refusal(copy(tenant, post.id))));
      expect(rest.filter((answer) => 'answered' in answer)).toHaveLength(3);
      expect(rest.filter((answer) => 'code' in answer && answer.code === 'upgrade_required')).toHaveLength(3);
    });

    it("of somebody else's post is not found", async () => {
      const post = await under.create(under.tenant());
      const other = under.tenant();
      expect(await refusal(copy(other, post.id))).toMatchObject({ code: 'not_found' });
      expect(await refusal(copy(other, randomUUID()))).toMatchObject({ code: 'not_found' });
    });
  });
});
