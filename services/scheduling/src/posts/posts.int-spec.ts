import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaEvents, publisherEvents, schedulingRpc } from '@postloom/contracts';
import { assertTenantIsolation, eventually } from '@postloom/testing';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';

describe('posts', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  it('keeps tenants apart on every table', async () => {
    await assertTenantIsolation(under.service.database, {
      schema: 'scheduling',
      withoutTenant: { zone_data: 'one row about the runtime, nothing of any business' },
    });
  });

  it('creates a draft and a scheduled post with a target per platform, in the order chosen, and emits their events', async () => {
    const tenant = under.tenant();
    const draft = await under.create(tenant, { platforms: ['facebook', 'instagram', 'facebook'] });
    expect(draft).toMatchObject({
      status: 'draft',
      platforms: ['facebook', 'instagram'],
      scheduledFor: null,
      version: 1,
    });
    expect(draft.targets.map((target) => target.accountId)).toEqual([
      tenant.accounts.get('facebook'),
      tenant.accounts.get('instagram'),
    ]);
    const at = soon();
    const post = await under.schedule(tenant, { scheduledFor: at });
    expect(post).toMatchObject({ status: 'scheduled', scheduledFor: at, photoId: tenant.photoId, source: 'manual' });
    expect(post.targets.map((target) => target.status)).toEqual(['pending', 'pending']);
    expect((await under.emitted(draft.id)).map(({ subject }) => subject)).toEqual(['scheduling.post.created.v1']);
    expect((await under.emitted(post.id)).map(({ subject }) => subject)).toEqual(['scheduling.post.scheduled.v1']);
    const { history, ...same } = await under.get(tenant, post.id);
    expect(same).toEqual(post);
    expect(history).toHaveLength(1);
    expect(history[0]).toMatchObject({ actor: 'person', platform: null });
    expect(history[0]?.what).toMatch(/^Created and scheduled for .* Berlin time\.$/);
  });

  it('keeps the wall clock of the business beside the instant', async () => {
    const tenant = under.tenant({ timeZone: 'America/New_York' });
    const post = await under.schedule(tenant, { scheduledFor: '2027-07-04T16:30:00+02:00' });
    expect(post.scheduledFor).toBe('2027-07-04T14:30:00.000Z');
    const [row] = await under.sql<{ wall: string; time_zone: string }>(
      'SELECT local_time::text AS wall, time_zone FROM posts WHERE id = $1',
      [post.id],
    );
    expect(row).toEqual({ wall: '2027-07-04 10:30:00', time_zone: 'America/New_York' });
  });

  it('schedules for an account that waits to be reconnected, with the warning, and sends nothing to it at once', async () => {
    const tenant = under.tenant();
    tenant.waiting.add('facebook');
    const chosen = { platforms: ['facebook' as const] };
    const post = await under.schedule(tenant, chosen);
    expect(post).toMatchObject({ status: 'scheduled', preflight: { errors: 0, warnings: 1 } });
    expect(post.targets).toMatchObject([{ accountId: tenant.accounts.get('facebook'), status: 'pending' }]);
    const draft = await under.create(tenant, { ...chosen, photoId: tenant.photoId });
    const changes = { version: draft.version, status: 'scheduled' as const, scheduledFor: soon() };
    expect(await under.rpc(schedulingRpc.postUpdate, { id: draft.id, changes }, tenant)).toMatchObject({
      status: 'scheduled',
      targets: [{ accountId: tenant.accounts.get('facebook') }],
    });
    expect(await refusal(under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant))).toMatchObject({
      code: 'validation_failed',
      message: 'Please connect your Facebook account(s) first.',
    });
    // Reconnected: the same account, and nothing to warn about any more.
    tenant.waiting.delete('facebook');
    const later = await under.schedule(tenant, { ...chosen, caption: 'Evening bread' });
    expect(later.targets).toMatchObject([{ accountId: tenant.accounts.get('facebook') }]);
    expect(later.preflight ?? null).toBeNull();
  });

  it('a status of scheduled without a date is a draft; a draft may carry a date', async () => {
    const tenant = under.tenant();
    expect((await under.create(tenant, { status: 'scheduled' })).status).toBe('draft');
    const planned = await under.create(tenant, { status: 'draft', scheduledFor: soon() });
    expect(planned.status).toBe('draft');
    expect(planned.scheduledFor).not.toBeNull();
  });

  describe('refuses with the sentences of the contract', () => {
    const facts = { platforms: ['instagram', 'facebook'] as const };
    it.each([
      ['an empty caption (S56)', { caption: '' }, 'validation_failed', /^/],
      ['a blank caption (S56)', { caption: ' \u200b\n' }, 'validation_failed', /^/],
      ['a caption with NUL (S56)', { caption: 'a\u0000b' }, 'validation_failed', /^/],
      ['100 KB of caption (S56)', { caption: 'x'.repeat(100_000) }, 'validation_failed', /^/],
      [
        'a caption over Instagram (S56)',
        { caption: 'x'.repeat(2201) },
        'validation_failed',
        /Instagram: 2,201 characters, 2,200/,
      ],
      [
        'a caption of its own over the limit',
        { captionByPlatform: { instagram: 'x'.repeat(2300) } },
        'validation_failed',
        /too long for Instagram/,
      ],
      ['no platform (S57)', { platforms: [] }, 'validation_failed', /^/],
      ['an unknown platform (S57)', { platforms: ['myspace'] as never }, 'validation_failed', /^/],
      [
        '1,000 platforms (S57)',
        { platforms: Array.from({ length: 1000 }, () => 'instagram' as const) },
        'validation_failed',
        /^/,
      ],
      [
        'platforms that are not connected (S57)',
        { platforms: ['instagram' as const, 'twitter' as const, 'linkedin' as const] },
        'validation_failed',
        /^Please connect your X, LinkedIn account\(s\) first\.$/,
      ],
      ['a date in the past (S58)', { scheduledFor: '2020-01-01T00:00:00Z' }, 'invalid_date', /future/],
      ['30 February (S58)', { scheduledFor: '2026-02-30T10:00:00Z' }, 'validation_failed', /^/],
      ['the year 9999 (S58)', { scheduledFor: '9999-01-01T00:00:00Z' }, 'validation_failed', /^/],
      ['a date without offset (S58)', { scheduledFor: '2027-01-01T00:00:00' }, 'validation_failed', /^/],
      ['a number as date (S58)', { scheduledFor: 1_800_000_000 as never }, 'validation_failed', /^/],
      [
        'a schedule without photo',
        { status: 'scheduled' as const, scheduledFor: soon(), photoId: null },
        'validation_failed',
        /^Please select a photo to schedule\.$/,
      ],
      ['a photo nobody has (S60)', { photoId: randomUUID() }, 'not_found', /^/],
      ['an unknown field', { userId: randomUUID() } as never, 'validation_failed', /^/],
    ])('%s', async (_name, input, code, message) => {
      const tenant = under.tenant(facts);
      const answer = await refusal(under.create(tenant, input));
      expect(answer).toMatchObject({ code, message: expect.stringMatching(message) });
      expect(await under.sql('SELECT 1 AS row FROM posts WHERE business_id = $1', [tenant.caller.businessId])).toEqual(
        [],
      );
    });
  });

  it("answers another tenant's photo and posts like unknown ones (S60)", async () => {
    const mine = under.tenant();
    const other = under.tenant();
    await under.create(other, { photoId: other.photoId }); // makes its photo known here
    const foreign = await refusal(under.create(mine, { photoId: other.photoId }));
    expect(foreign).toEqual(await refusal(under.create(mine, { photoId: randomUUID() })));
    expect(foreign).toMatchObject({ code: 'not_found' });

    const theirs = await under.schedule(other);
    const unknown = await refusal(under.get(mine, randomUUID()));
    expect(unknown).toMatchObject({ code: 'not_found' });
    const input = { id: theirs.id };
    for (const call of [
      under.rpc(schedulingRpc.postGet, input, mine),
      under.rpc(schedulingRpc.postDelete, input, mine),
      under.rpc(schedulingRpc.postPublish, input, mine),
      under.rpc(schedulingRpc.postRetry, input, mine),
      under.rpc(schedulingRpc.postUpdate, { ...input, changes: { version: 1, caption: 'mine now' } }, mine),
      under.rpc(
        schedulingRpc.targetUpdate,
        { ...input, platform: 'instagram', changes: { version: 1, caption: 'mine now' } },
        mine,
      ),
    ]) {
      expect(await refusal(call)).toEqual(unknown);
    }
    expect(await under.rpc(schedulingRpc.postList, {}, mine)).toEqual([]);
    expect(await under.rpc(schedulingRpc.postList, { ids: [theirs.id] }, mine)).toEqual([]);
    expect((await under.get(other, theirs.id)).version).toBe(1);
  });

  it('lets a viewer read and not write, and asks for a business', async () => {
    const tenant = under.tenant();
    const post = await under.create(tenant);
    expect(await refusal(under.create(tenant, {}, { role: 'viewer' }))).toMatchObject({ code: 'forbidden' });
    const remove = under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant, { role: 'viewer' });
    expect(await refusal(remove)).toMatchObject({ code: 'forbidden' });
    expect(await under.rpc(schedulingRpc.postGet, { id: post.id }, tenant, { role: 'viewer' })).toMatchObject({
      id: post.id,
    });
    expect(await refusal(under.create(tenant, {}, { businessId: null }))).toMatchObject({ code: 'no_business' });
  });

  it('asks the owners once when a projection does not know, and believes their events', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const asked = () =>
      under.accountStub.calls.filter(({ context }) => context.businessId === tenant.caller.businessId).length;
    await under.create(tenant);
    await under.create(tenant);
    expect(asked()).toBe(1);
    const accountId = tenant.accounts.get('instagram') ?? '';
    tenant.accounts.clear();
    await under.service.emitFrom(publisherEvents.accountRemoved, {
      businessId: tenant.caller.businessId,
      entityId: accountId,
      version: 2,
      data: { accountId, platform: 'instagram', accountName: 'bakery' },
    });
    await eventually('a removed account is refused, after its owner was asked', async () => {
      const answer = await refusal(under.create(tenant, { platforms: ['instagram'] }));
      expect(answer).toMatchObject({ message: 'Please connect your Instagram account(s) first.' });
    });
    // An older event that arrives late changes nothing.
    await under.service.emitFrom(publisherEvents.accountConnected, {
      businessId: tenant.caller.businessId,
      entityId: accountId,
      version: 1,
      data: { accountId, platform: 'instagram', accountName: 'bakery' },
    });
    const photoId = randomUUID();
    await under.service.emitFrom(mediaEvents.photoReady, {
      businessId: tenant.caller.businessId,
      entityId: photoId,
      version: 2,
      data: {
        photoId,
        sha256: 'b'.repeat(64),
        mimeType: 'image/jpeg',
        width: 1,
        height: 1,
        fileSize: 1,
        albumId: null,
        thumbnailPath: '/',
      },
    });
    await eventually('the photo event has arrived', async () => {
      expect(await under.sql('SELECT photo_id FROM photo_refs WHERE photo_id = $1', [photoId])).toHaveLength(1);
    });
    expect(await refusal(under.create(tenant, { platforms: ['instagram'] }))).toMatchObject({
      code: 'validation_failed',
    });
  });

  describe('edit', () => {
    it('changes what is given, keeps the rest, and counts versions', async () => {
      const tenant = under.tenant({ platforms: ['instagram', 'facebook', 'twitter'] });
      const post = await under.create(tenant, { platforms: ['instagram', 'facebook'] });
      const at = soon();
      const changes = {
        version: 1,
        status: 'scheduled' as const,
        scheduledFor: at,
        photoId: tenant.photoId,
        platforms: ['twitter' as const, 'facebook' as const],
      };
      const changed = await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes }, tenant);
      expect(changed).toMatchObject({
        version: 2,
        status: 'scheduled',
        scheduledFor: at,
        platforms: ['twitter', 'facebook'],
      });
      const stale = under.rpc(
        schedulingRpc.postUpdate,
        { id: post.id, changes: { version: 1, caption: 'late' } },
        tenant,
      );
      expect(await refusal(stale)).toMatchObject({ code: 'version_conflict' });
      const undated = await under.rpc(
        schedulingRpc.postUpdate,
        { id: post.id, changes: { version: 2, scheduledFor: null } },
        tenant,
      );
      expect(undated).toMatchObject({ version: 3, status: 'draft', scheduledFor: null });
      const { history } = await under.get(tenant, post.id);
      const words = history.map((line) => line.what);
      expect(words).toHaveLength(5);
      expect(words).toEqual(
        expect.arrayContaining(['Photo changed.', 'Platforms changed to X, Facebook.', 'Taken back to draft.']),
      );
      expect((await under.targetsOf(post.id)).map((target) => target.state)).toEqual(['draft', 'draft']);
    });

    it('refuses what creation refuses, and leaves the post as it was', async () => {
      const tenant = under.tenant({ platforms: ['instagram'] });
      const post = await under.schedule(tenant);
      const edit = (changes: object) =>
        refusal(under.rpc(schedulingRpc.postUpdate, { id: post.id, changes: { version: 1, ...changes } }, tenant));
      expect(await edit({ scheduledFor: '2020-01-01T00:00:00Z' })).toMatchObject({ code: 'invalid_date' });
      expect(await edit({ platforms: ['tiktok'] })).toMatchObject({
        message: 'Please connect your TikTok account(s) first.',
      });
      expect(await edit({ photoId: null })).toMatchObject({ message: 'Please select a photo to schedule.' });
      expect(await edit({ photoId: randomUUID() })).toMatchObject({ code: 'not_found' });
      expect(await edit({ caption: 'x'.repeat(3000) })).toMatchObject({ code: 'validation_failed' });
      expect(await under.get(tenant, post.id)).toMatchObject(post);
    });

    it('lets one of many parallel edits of the same version win', async () => {
      const tenant = under.tenant();
      const post = await under.create(tenant);
      const edits = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          refusal(
            under.rpc(
              schedulingRpc.postUpdate,
              {
                id: post.id,
                changes: { version: 1, caption: `edit ${index}`, platforms: index % 2 ? ['instagram'] : ['facebook'] },
              },
              tenant,
            ),
          ),
        ),
      );
      expect(edits.filter((answer) => 'answered' in answer)).toHaveLength(1);
      expect(edits.filter((answer) => 'code' in answer && answer.code === 'version_conflict')).toHaveLength(7);
      expect((await under.get(tenant, post.id)).targets).toHaveLength(1);
    });
  });

  it('deletes with everything that hangs on it and names the targets in its event', async () => {
    const tenant = under.tenant();
    const post = await under.schedule(tenant);
    const targets = await under.targetsOf(post.id);
    expect(await under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant)).toEqual({ success: true });
    expect(await refusal(under.get(tenant, post.id))).toMatchObject({ code: 'not_found' });
    for (const table of ['post_targets', 'post_history', 'photo_uses']) {
      expect(await under.sql(`SELECT 1 AS row FROM ${table} WHERE post_id = $1`, [post.id])).toEqual([]);
    }
    const emitted = await under.emitted(post.id);
    expect(emitted.at(-1)).toMatchObject({
      subject: 'scheduling.post.deleted.v1',
      version: 2,
      data: {
        postId: post.id,
        photoIds: [tenant.photoId],
        targetIds: expect.arrayContaining(targets.map(({ id }) => id)),
      },
    });
    expect(await refusal(under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant))).toMatchObject({
      code: 'not_found',
    });
  });
});
