import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { doctorEvents, mediaEvents, preflightRpc, publisherEvents, schedulingRpc } from '@postloom/contracts';
import type { InputOf, Post } from '@postloom/contracts';
import { eventually, photoFacts, testService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

describe('preflight', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const check = (tenant: Tenant, input: Partial<InputOf<typeof preflightRpc.preflightCheck>> = {}) =>
    under.rpc(
      preflightRpc.preflightCheck,
      { caption: 'Bread', platforms: [...tenant.accounts.keys()], ...input },
      tenant,
    );
  const all = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'] as const;

  describe('of a post that is being written', () => {
    it('finds nothing on a good one, asks for nothing to be complete, and keeps nothing', async () => {
      const tenant = under.tenant({ platforms: all });
      const input = { photoId: tenant.photoId, status: 'scheduled' as const, scheduledFor: soon() };
      expect(await check(tenant, input)).toEqual({
        ok: true,
        platforms: all.map((platform) => ({ platform, errors: [], warnings: [] })),
      });
      expect((await check(tenant, { ...input, caption: '' })).ok).toBe(true);
      expect(await under.rpc(schedulingRpc.postList, {}, tenant)).toEqual([]);
    });

    it('names rule, found and allowed value, with a fix that mends it', async () => {
      const tenant = under.tenant({ platforms: all });
      const [wide = ''] = under.photos(tenant, { width: 4000, height: 1000 });
      const caption = `${'A long story about bread. '.repeat(20)}\n\n#a #b #c #d #e #f`;
      const { ok, platforms } = await check(tenant, { caption, photoIds: [wide] });
      const of = (platform: string) => platforms.find((one) => one.platform === platform);
      expect(ok).toBe(false);
      expect(of('instagram')?.errors.map(({ rule, found, allowed }) => [rule, found, allowed])).toEqual([
        ['hashtags', 6, 5],
        ['photo_aspect', '4.00:1', '4:5 to 1.91:1'],
      ]);
      // The crop applies to the stored picture, whatever smaller one is sent.
      expect(of('instagram')?.errors[1]?.fix).toEqual({
        ...{ kind: 'crop', label: 'Cut to 1.91:1', photoId: wide, crop: { x: 1045, y: 0, width: 1910, height: 1000 } },
      });
      const [tooLong] = of('twitter')?.errors ?? [];
      expect(tooLong).toMatchObject({ rule: 'caption_length', allowed: 280, fix: { kind: 'caption' } });
      expect(of('linkedin')).toEqual({ platform: 'linkedin', errors: [], warnings: [] });
      // Applying the fixes removes every finding that has one.
      const captionByPlatform = Object.fromEntries(
        platforms.flatMap(({ platform, errors }) =>
          errors.flatMap(({ fix }) => (fix?.kind === 'caption' ? [[platform, fix.caption]] : [])),
        ),
      );
      const [cut = ''] = under.photos(tenant, { width: 1910, height: 1000 });
      expect(await check(tenant, { caption, captionByPlatform, photoIds: [cut] })).toMatchObject({ ok: true });
    });

    it('knows the size of what a photo shows since its look was changed', async () => {
      const tenant = under.tenant({ platforms: ['instagram'] });
      const [wide = ''] = under.photos(tenant, { width: 4000, height: 1000 });
      expect(await check(tenant, { photoIds: [wide] })).toMatchObject({ ok: false });
      await under.service.emitFrom(mediaEvents.photoUpdated, {
        ...{ businessId: tenant.caller.businessId, entityId: wide, version: 3 },
        data: { ...photoFacts(wide), width: 1000, height: 1000 },
      });
      await eventually('the new size is known', async () =>
        expect(await check(tenant, { photoIds: [wide] })).toMatchObject({ ok: true }),
      );
    });

    it('knows the accounts: none, broken, ending before the date', async () => {
      const tenant = under.tenant({ platforms: ['instagram', 'facebook'] });
      await under.schedule(tenant);
      const { businessId } = tenant.caller;
      const head = (platform: 'instagram' | 'facebook') => {
        const accountId = tenant.accounts.get(platform) ?? '';
        return { businessId, entityId: accountId, version: 5, data: { accountId, platform, accountName: 'bakery' } };
      };
      const broken = head('facebook');
      await under.service.emitFrom(publisherEvents.accountBroken, { ...broken, data: { ...broken.data, reason: 'x' } });
      const ending = head('instagram');
      await under.service.emitFrom(doctorEvents.accountExpiring, {
        ...ending,
        data: { ...ending.data, expiresAt: soon(86_400), daysLeft: 1 },
      });
      tenant.accounts.delete('facebook');
      const photo = { photoId: tenant.photoId };
      await eventually('the end is known', async () => {
        const later = await check(tenant, { ...photo, platforms: ['instagram'], scheduledFor: soon(2 * 86_400) });
        expect(later.platforms[0]?.warnings[0]?.found).toBe('expiring');
      });
      const sooner = await check(tenant, { ...photo, platforms: ['instagram'], scheduledFor: soon() });
      expect(sooner.platforms[0]?.warnings).toEqual([]);
      await eventually('the break is known', async () => {
        const { platforms } = await check(tenant, { ...photo, platforms: ['facebook', 'tiktok'] });
        expect(platforms.map(({ errors }) => errors[0]?.found)).toEqual([undefined, 'not connected']);
        expect(platforms.map(({ warnings }) => warnings[0]?.found)).toEqual(['reconnect required', undefined]);
      });
    });

    it('knows the posts around: the same text where a platform refuses them, and its cap', async () => {
      const tenant = under.tenant({ platforms: ['twitter', 'linkedin', 'tiktok'] });
      const at = soon(86_400);
      const post = await under.schedule(tenant, { caption: 'Same words', scheduledFor: at });
      const twin = { caption: 'Same words', photoId: tenant.photoId, scheduledFor: at, status: 'scheduled' as const };
      const found = await check(tenant, twin);
      expect(found.platforms.map(({ warnings }) => warnings.map(({ rule }) => rule))).toEqual([
        ['duplicate'],
        ['duplicate'],
        [],
      ]);
      expect(found.ok).toBe(true);
      // Not itself, not far enough away, not on one platform with another text.
      expect((await check(tenant, { ...twin, postId: post.id })).platforms[0]?.warnings).toEqual([]);
      const later = { ...twin, scheduledFor: new Date(Date.parse(at) + 11 * 60_000).toISOString() };
      expect((await check(tenant, later)).platforms.map(({ warnings }) => warnings.length)).toEqual([1, 0, 0]);
      const other = await check(tenant, { ...twin, captionByPlatform: { twitter: 'Other words' } });
      expect(other.platforms.map(({ warnings }) => warnings.length)).toEqual([0, 1, 0]);
      for (let made = 0; made < 14; made += 1) {
        await under.schedule(tenant, { caption: `Story ${made}`, scheduledFor: at });
      }
      const full = await check(tenant, { ...twin, caption: 'One more' });
      expect(full.platforms.map(({ warnings }) => warnings.map(({ rule }) => rule))).toEqual([[], [], ['cap']]);
    });

    it("answers like unknown for somebody else's photo", async () => {
      const tenant = under.tenant();
      for (const photoId of [under.tenant().photoId, randomUUID()]) {
        expect(await refusal(check(tenant, { photoId }))).toMatchObject({ code: 'not_found' });
      }
    });

    it('while media has not given a size nothing is said and nothing waits', async () => {
      const tenant = under.tenant({ platforms: ['instagram'] });
      const [unmeasured = ''] = under.photos(tenant, null);
      expect(await check(tenant, { photoId: unmeasured })).toMatchObject({ ok: true });
      expect((await under.schedule(tenant, { photoId: unmeasured })).status).toBe('scheduled');
    });
  });

  describe('at save (S56)', () => {
    it('what the platform would surely refuse is refused by name; a draft may still be worked on', async () => {
      const tenant = under.tenant({ platforms: ['instagram'] });
      const [tall = ''] = under.photos(tenant, { width: 600, height: 1000 });
      const refused = await refusal(under.schedule(tenant, { photoId: tall }));
      expect(refused).toEqual({
        code: 'validation_failed',
        message: 'Instagram takes pictures from 4:5 to 1.91:1; this one is taller.',
      });
      const tags = '#a #b #c #d #e #f';
      expect(await refusal(under.schedule(tenant, { caption: tags }))).toMatchObject({
        message: 'Instagram takes at most 5 hashtags; there are 6.',
      });
      const draft = await under.create(tenant, { photoId: tall, caption: tags });
      expect(draft.preflight).toEqual({ errors: 2, warnings: 0 });
      const changes = { version: 1, status: 'scheduled' as const, scheduledFor: soon() };
      expect(await refusal(under.rpc(schedulingRpc.postUpdate, { id: draft.id, changes }, tenant))).toMatchObject({
        code: 'validation_failed',
      });
      expect(await refusal(under.rpc(schedulingRpc.postPublish, { id: draft.id }, tenant))).toMatchObject({
        code: 'validation_failed',
      });
      const mended = { ...changes, caption: 'Fine', photoId: tenant.photoId };
      const saved = await under.rpc(schedulingRpc.postUpdate, { id: draft.id, changes: mended }, tenant);
      expect(saved).not.toHaveProperty('preflight');
    });

    it('warnings are counted with the post', async () => {
      const tenant = under.tenant({ platforms: ['instagram', 'twitter'] });
      const post = await under.schedule(tenant, { caption: 'See https://example.com' });
      expect(post.preflight).toEqual({ errors: 0, warnings: 2 });
      expect((await under.get(tenant, post.id)).preflight).toEqual(post.preflight);
      const changes = { version: 1, caption: 'Without' };
      expect(await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes }, tenant)).not.toHaveProperty(
        'preflight',
      );
    });
  });

  describe('of scheduled posts, a day and an hour before', () => {
    const checkAt = async (post: Post): Promise<Date | null> => {
      const [row] = await under.sql<{ check_at: Date | null }>('SELECT check_at FROM posts WHERE id = $1', [post.id]);
      return row?.check_at ?? null;
    };
    const hoursBefore = async (post: Post): Promise<number | null> => {
      const at = await checkAt(post);
      return at === null ? null : (Date.parse(post.scheduledFor ?? '') - at.getTime()) / 3_600_000;
    };
    /** The database's clock is moved by moving the data: everything about the post happens that much earlier. */
    const pass = (post: Post, interval: string) =>
      under.sql(
        `WITH t AS (UPDATE post_targets SET due_at = due_at - $2::interval WHERE post_id = $1)
        UPDATE posts SET due_at = due_at - $2::interval, check_at = check_at - $2::interval WHERE id = $1`,
        [post.id, interval],
      );
    const risks = (post: Post) =>
      under.sql<{ data: { hoursBefore: number; findings: { platform: string; rule: string }[] } }>(
        `SELECT data FROM outbox WHERE subject = 'scheduling.post.at-risk.v1' AND entity_id = $1 ORDER BY id`,
        [post.id],
      );

    it('knows its next check from save to save', async () => {
      const tenant = under.tenant();
      expect(await hoursBefore(await under.schedule(tenant, { scheduledFor: soon(2 * 86_400) }))).toBe(24);
      expect(await hoursBefore(await under.schedule(tenant, { scheduledFor: soon(5 * 3600) }))).toBe(1);
      expect(await hoursBefore(await under.schedule(tenant, { scheduledFor: soon(1800) }))).toBeNull();
      expect(await hoursBefore(await under.create(tenant, { scheduledFor: soon(2 * 86_400) }))).toBeNull();
      const post = await under.schedule(tenant, { scheduledFor: soon(1800) });
      const changes = { version: 1, scheduledFor: soon(3 * 86_400) };
      expect(await hoursBefore(await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes }, tenant))).toBe(24);
    });

    it('reports once each what broke since; five checkers, no duplicate; a good post is left alone', async () => {
      const tenant = under.tenant();
      const good = await under.schedule(tenant, { platforms: ['instagram'], scheduledFor: soon(30 * 3600) });
      const post = await under.schedule(tenant, { scheduledFor: soon(30 * 3600) });
      const gone = await under.schedule(tenant, {
        photoId: undefined,
        photoIds: under.photos(tenant, { width: 1080, height: 1080 }),
        platforms: ['instagram'],
        scheduledFor: soon(30 * 3600),
      });
      await under.sql(`UPDATE account_refs SET state = 'broken' WHERE account_id = $1`, [
        tenant.accounts.get('facebook'),
      ]);
      // A deletion whose event was lost: the photo is gone when the check runs.
      await under.sql('UPDATE photo_refs SET is_deleted = true WHERE photo_id = $1', [gone.photoId]);
      const { nats, database } = under.service;
      const others = await Promise.all(
        Array.from({ length: 4 }, () =>
          testService({ service: 'scheduling', module: AppModule, migrations, nats, database }),
        ),
      );
      try {
        for (const one of [good, post, gone]) {
          await pass(one, '7 hours');
        }
        await eventually(
          'the first check is done',
          async () => {
            for (const one of [good, post, gone]) {
              expect(
                await hoursBefore({
                  ...one,
                  scheduledFor: new Date(Date.parse(one.scheduledFor ?? '') - 7 * 3_600_000).toISOString(),
                }),
              ).toBe(1);
            }
          },
          { timeoutMs: 30_000 },
        );
        expect(
          (await risks(post)).map(({ data }) => [data.hoursBefore, data.findings.map(({ rule }) => rule)]),
        ).toEqual([[24, ['account']]]);
        expect((await risks(gone)).map(({ data }) => data.findings[0]?.rule)).toEqual(['photo_missing']);
        const emitted = await under.get(tenant, post.id);
        expect(emitted).toMatchObject({ preflight: { errors: 0, warnings: 1 }, version: 2, status: 'scheduled' });
        expect(emitted.history.at(-1)?.what).toBe(
          'Checked 24 hours before it goes out: Facebook no longer accepts the connection. Posts for it wait until the account is reconnected.',
        );
        for (const one of [good, post]) {
          await pass(one, '22 hours 30 minutes');
        }
        await eventually(
          'the second check is done',
          async () => {
            expect(await checkAt(good)).toBeNull();
            expect(await checkAt(post)).toBeNull();
          },
          { timeoutMs: 30_000 },
        );
        expect((await risks(post)).map(({ data }) => data.hoursBefore)).toEqual([24, 1]);
        expect(await risks(good)).toEqual([]);
        expect(await under.get(tenant, good.id)).toMatchObject({ version: 1 });
      } finally {
        for (const other of others) {
          await other.close();
        }
      }
    });
  });
});
