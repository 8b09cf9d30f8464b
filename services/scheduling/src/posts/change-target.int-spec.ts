import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schedulingRpc } from '@postloom/contracts';
import type { InputOf, Platform, Post } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { halfPublished } from '../testing/half-published.ts';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

type Changes = InputOf<typeof schedulingRpc.targetUpdate>['changes'];

const refused = { code: 'rejected', message: 'Instagram refused the picture.' };

describe('a change of what one platform gets', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const change = (tenant: Tenant, post: Post, changes: Changes, platform: Platform = 'instagram') =>
    under.rpc(schedulingRpc.targetUpdate, { id: post.id, platform, changes }, tenant);

  /** Facebook published, Instagram failed. */
  const half = (tenant: Tenant) => halfPublished(under, tenant, { status: 'failed', error: refused });

  it('sends the changed picture and words to the platform that failed, and to no other', async () => {
    const tenant = under.tenant();
    const post = await half(tenant);
    const [cropped = ''] = under.photos(tenant, { width: 1080, height: 1350 });
    const changes = { photoIds: [cropped], caption: 'Cropped bread', retry: true, version: post.version };
    const after = await change(tenant, post, changes);
    expect(after).toMatchObject({
      ...{ status: 'scheduled', caption: post.caption, photoIds: post.photoIds },
      captionByPlatform: { instagram: 'Cropped bread' },
      photoIdsByPlatform: { instagram: [cropped] },
      targets: [
        { platform: 'instagram', status: 'pending', error: null },
        { platform: 'facebook', status: 'published' },
      ],
    });
    const [instagram, facebook] = await under.targetsOf(post.id);
    await eventually('handed over again', async () => {
      const due = (await under.emitted(instagram?.id ?? '')).at(-1);
      expect(due).toMatchObject({
        subject: 'scheduling.target.due.v1',
        data: { round: 2, caption: 'Cropped bread', photoIds: [cropped] },
      });
    });
    const sent = (await under.emitted(facebook?.id ?? '')).filter(({ subject }) => subject.includes('target.due'));
    expect(sent).toHaveLength(1);
    const { history } = await under.get(tenant, post.id);
    expect(history.filter(({ actor }) => actor === 'person').map(({ what, platform }) => [what, platform])).toEqual(
      expect.arrayContaining([
        ['Changed the caption and photos for Instagram.', 'instagram'],
        ['Asked to try Instagram again.', 'instagram'],
      ]),
    );
    // A picture that only one platform shows is used by the post all the same.
    const use = await under.rpc(schedulingRpc.photoUse, { photoId: cropped, detach: false }, tenant);
    expect(use.posts).toBe(1);
  });

  it('waits for a retry when none was asked for, and goes back to the shared words and pictures', async () => {
    const tenant = under.tenant();
    const post = await half(tenant);
    const [own = ''] = under.photos(tenant, { width: 1080, height: 1080 });
    const changed = await change(tenant, post, { photoIds: [own], caption: 'Mine', version: post.version });
    expect(changed).toMatchObject({ status: 'failed', photoIdsByPlatform: { instagram: [own] } });
    expect((await under.targetsOf(post.id))[0]).toMatchObject({ round: 1, state: 'failed' });
    const back = await change(tenant, post, { photoIds: null, caption: null, version: changed.version });
    expect(back.photoIdsByPlatform).toBeUndefined();
    expect(back.captionByPlatform).toBeNull();
    // What nothing shows any more may be deleted.
    expect(await under.rpc(schedulingRpc.photoUse, { photoId: own, detach: false }, tenant)).toMatchObject({
      posts: 0,
    });
    await change(tenant, post, { photoIds: [own], version: back.version });
    await under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant);
    const [instagram] = await under.targetsOf(post.id);
    await eventually('the retry sends the own picture', async () => {
      expect((await under.emitted(instagram?.id ?? '')).at(-1)?.data).toMatchObject({ round: 2, photoIds: [own] });
    });
  });

  it('is made by one of many who saw the same version', async () => {
    const tenant = under.tenant();
    const post = await half(tenant);
    const asked = Array.from({ length: 8 }, (_, index) =>
      refusal(change(tenant, post, { caption: `words ${index}`, retry: true, version: post.version })),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => 'answered' in answer)).toHaveLength(1);
    expect((await under.targetsOf(post.id)).map(({ round }) => round)).toEqual([2, 1]);
  });

  it('is refused where the post is public, in flight, or not chosen', async () => {
    const tenant = under.tenant();
    const post = await half(tenant);
    const { version } = post;
    expect(await refusal(change(tenant, post, { caption: 'x', version }, 'facebook'))).toMatchObject({
      ...{ code: 'publishing', message: 'A part of this post is already published, so it can no longer be changed.' },
    });
    expect(await refusal(change(tenant, post, { caption: 'x', version }, 'tiktok'))).toMatchObject({
      code: 'not_found',
    });
    expect(await refusal(change(under.tenant(), post, { caption: 'x', version }))).toMatchObject({ code: 'not_found' });
    await under.rpc(schedulingRpc.postRetry, { id: post.id }, tenant);
    await eventually('in flight', async () => {
      expect((await under.targetsOf(post.id))[0]?.state).toBe('dispatched');
    });
    const { version: later } = await under.get(tenant, post.id);
    expect(await refusal(change(tenant, post, { caption: 'x', version: later }))).toMatchObject({ code: 'publishing' });
  });

  it('obeys the rules of every post', async () => {
    const tenant = under.tenant();
    const post = await half(tenant);
    const { version } = post;
    const [wide = ''] = under.photos(tenant, { width: 3000, height: 1000 });
    expect(await refusal(change(tenant, post, { photoIds: [randomUUID()], version }))).toMatchObject({
      code: 'not_found',
    });
    expect(await refusal(change(tenant, post, { caption: 'x'.repeat(3000), version }))).toMatchObject({
      ...{ code: 'validation_failed', message: expect.stringContaining('too long for Instagram') },
    });
    expect(await refusal(change(tenant, post, { photoIds: [wide], retry: true, version }))).toMatchObject({
      code: 'validation_failed',
    });
    const waiting = await under.schedule(tenant, { scheduledFor: soon(7200) });
    expect(await refusal(change(tenant, waiting, { caption: 'x', retry: true, version: 1 }))).toMatchObject({
      code: 'not_retryable',
    });
    // What waits may be changed for one platform too, and goes out at its time.
    expect(await change(tenant, waiting, { caption: 'Words for Instagram', version: 1 })).toMatchObject({
      ...{ status: 'scheduled', captionByPlatform: { instagram: 'Words for Instagram' } },
    });
  });

  it('stays as it is when the shared words are edited', async () => {
    const tenant = under.tenant();
    const [own = ''] = under.photos(tenant, { width: 1080, height: 1080 });
    const post = await under.schedule(tenant);
    const withOwn = await change(tenant, post, { photoIds: [own], version: 1 });
    const edit = { version: withOwn.version, caption: 'Rye bread today' };
    const edited = await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes: edit }, tenant);
    expect(edited).toMatchObject({ caption: 'Rye bread today', photoIdsByPlatform: { instagram: [own] } });
    expect(edited.preflight).toBeUndefined();
  });

  it('ends with an edit that chooses other photos for all, and with the photo itself', async () => {
    const tenant = under.tenant();
    const [own = '', other = ''] = under.photos(tenant, { width: 1080, height: 1080 }, { width: 1080, height: 1080 });
    const post = await under.schedule(tenant);
    const withOwn = await change(tenant, post, { photoIds: [own], version: 1 });
    const edit = { version: withOwn.version, photoIds: [other] };
    const edited = await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes: edit }, tenant);
    expect(edited.photoIdsByPlatform).toBeUndefined();
    const again = await change(tenant, post, { photoIds: [own], version: edited.version });
    expect(again.photoIdsByPlatform).toEqual({ instagram: [own] });
    await under.rpc(schedulingRpc.photoUse, { photoId: own, detach: true }, tenant);
    const left = await under.get(tenant, post.id);
    expect(left).toMatchObject({ status: 'draft', photoIds: [other] });
    expect(left.photoIdsByPlatform).toBeUndefined();
  });

  it('is copied with the post', async () => {
    const tenant = under.tenant();
    const [own = ''] = under.photos(tenant, { width: 1080, height: 1080 });
    const post = await under.schedule(tenant);
    await change(tenant, post, { photoIds: [own], version: 1 });
    const copy = await under.rpc(schedulingRpc.postDuplicate, { id: post.id }, tenant);
    expect(copy.photoIdsByPlatform).toEqual({ instagram: [own] });
  });
});
