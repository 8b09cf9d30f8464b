import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyticsRpc, identityEvents, insightEvents, mediaEvents, publisherEvents } from '@postloom/contracts';
import type { EventEnvelope } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { assertTenantIsolation, eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import fc from 'fast-check';
import { AppModule } from './app.module.ts';
import { migrations } from './migrations/index.ts';

describe('analytics', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({ service: 'analytics', module: AppModule, migrations });
  });
  afterAll(() => service.close());

  const overview = (businessId: string | null) => service.rpc(analyticsRpc.overviewGet, {}, { businessId });
  const shows = (businessId: string, libraryPhotos: number, publishedPosts: number) =>
    eventually('the overview agrees', async () => {
      expect(await overview(businessId)).toEqual({
        libraryPhotos,
        publishedPosts,
        engagementRate: null,
        engagementRateBefore: null,
      });
    });
  const sql = <R extends object>(text: string, parameters: unknown[]): Promise<R[]> =>
    service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));
  const handled = (...told: EventEnvelope[]) =>
    eventually('the events are done with', async () => {
      const ids = told.map(({ id }) => id);
      const rows = await sql<{ state: string }>('SELECT state FROM inbox WHERE event_id = ANY ($1)', [ids]);
      expect(rows.map(({ state }) => state)).toEqual(ids.map(() => 'done'));
    });

  const uploaded = (businessId: string, photoId: string, version = 1) =>
    service.emitFrom(mediaEvents.photoUploaded, {
      ...{ businessId, entityId: photoId, version },
      data: {
        ...{ photoId, sha256: 'a'.repeat(64), mimeType: 'image/jpeg', width: 1, height: 1, fileSize: 1, albumId: null },
        thumbnailPath: '/objects/x',
      },
    });
  const deleted = (businessId: string, photoId: string, version = 3) =>
    service.emitFrom(mediaEvents.photoDeleted, { businessId, entityId: photoId, version, data: { photoId } });
  const published = (businessId: string, postId: string, targetId = randomUUID()) =>
    service.emitFrom(publisherEvents.targetPublished, {
      ...{ businessId, entityId: targetId },
      data: {
        ...{ targetId, postId, round: 1, platform: 'instagram', accountId: randomUUID(), attempts: 1 },
        ...{ remoteId: 'remote', permalink: null, publishedAt: '2026-11-20T10:00:00Z' },
      },
    });

  const read = (businessId: string) =>
    service.emitFrom(insightEvents.insightsRead, {
      ...{ businessId, entityId: businessId, version: 1 },
      data: {
        ...{ accountId: businessId, platform: 'facebook', readAt: '2026-11-21T08:00:00Z', followers: 90, posts: [] },
        days: [{ day: '2026-11-20', views: 30, reach: 20, interactions: 1 }],
      },
    });

  it('counts photos and posts, a post on three platforms once, and invents no engagement', async () => {
    const businessId = randomUUID();
    expect(await overview(businessId)).toEqual({
      libraryPhotos: 0,
      publishedPosts: 0,
      engagementRate: null,
      engagementRateBefore: null,
    });
    const [first, second, post] = [randomUUID(), randomUUID(), randomUUID()];
    await Promise.all([uploaded(businessId, first), uploaded(businessId, second)]);
    await Promise.all([published(businessId, post), published(businessId, post), published(businessId, post)]);
    await shows(businessId, 2, 1);
    await published(businessId, randomUUID());
    await deleted(businessId, first);
    await shows(businessId, 1, 2);
  });

  it('counts a repeated event only once (F23)', async () => {
    const businessId = randomUUID();
    const [photo, target] = [randomUUID(), randomUUID()];
    const told = [await uploaded(businessId, photo), await published(businessId, randomUUID(), target)];
    for (const event of told) {
      await service.retell(event);
      await service.retell(event);
    }
    // The same event under another id, as a producer restored from a backup would emit it.
    const again = [await uploaded(businessId, photo), await published(businessId, randomUUID(), target)];
    await handled(...told, ...again);
    await shows(businessId, 1, 1);
  });

  it('ends in the same state whatever order events come in (F24)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (order) => {
        const businessId = randomUUID();
        const [kept, gone] = [randomUUID(), randomUUID()];
        const steps = [
          () => uploaded(businessId, kept),
          () => uploaded(businessId, gone),
          () => deleted(businessId, gone),
          () => uploaded(businessId, kept),
          () => deleted(businessId, gone),
          () => uploaded(businessId, gone, 2),
        ];
        const told: EventEnvelope[] = [];
        for (const step of order) {
          const event = await steps[step]?.();
          if (event) {
            told.push(event);
          }
        }
        await handled(...told);
        expect(await overview(businessId)).toMatchObject({ libraryPhotos: 1 });
      }),
      { numRuns: 12 },
    );
  });

  it('shows each business its own, and nothing to nobody', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await handled(await uploaded(mine, randomUUID()), await published(mine, randomUUID()));
    expect(await overview(theirs)).toEqual({
      libraryPhotos: 0,
      publishedPosts: 0,
      engagementRate: null,
      engagementRateBefore: null,
    });
    expect(await overview(null)).toEqual({
      libraryPhotos: 0,
      publishedPosts: 0,
      engagementRate: null,
      engagementRateBefore: null,
    });
    await assertTenantIsolation(service.database, {
      schema: 'analytics',
      withoutTenant: {
        erased_businesses: 'tombstones of businesses that are gone',
        pools: 'what ten businesses or more have shown together',
      },
    });
  });

  it('forgets a deleted business for good, also against late events', async () => {
    const [businessId, other] = [randomUUID(), randomUUID()];
    const photos = [randomUUID(), randomUUID(), randomUUID()];
    for (const photo of photos) {
      await uploaded(businessId, photo);
    }
    await uploaded(other, randomUUID());
    await published(businessId, randomUUID());
    await handled(await read(businessId), await read(other));
    await shows(businessId, 3, 1);
    const erasure = service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId: randomUUID() },
    });
    // Emitted at the same moment, and afterwards.
    const racing = await Promise.all(
      Array.from({ length: 20 }, () => [published(businessId, randomUUID()), read(businessId)]).flat(),
    );
    const told = await erasure;
    const late = await uploaded(businessId, randomUUID());
    await handled(told, late, ...racing);
    await shows(businessId, 0, 0);
    await shows(other, 1, 0);
    for (const table of ['library_photos', 'published_targets', 'day_figures', 'stale_days']) {
      expect(await sql(`SELECT 1 AS row FROM ${table} WHERE business_id = $1`, [businessId])).toEqual([]);
    }
    for (const table of ['account_samples', 'account_day_samples', 'follower_days', 'account_days']) {
      const left = await sql(`SELECT DISTINCT business_id FROM ${table} WHERE business_id = ANY ($1)`, [
        [businessId, other],
      ]);
      expect({ table, left }).toEqual({ table, left: [{ business_id: other }] });
    }
    // Deleting it again changes nothing.
    await service.retell(told);
    await shows(other, 1, 0);
  });
});
