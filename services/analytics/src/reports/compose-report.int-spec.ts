import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  albumRpc,
  identityEvents,
  insightEvents,
  publisherEvents,
  reportFileRpc,
  schedulingRpc,
} from '@postloom/contracts';
import type { Post } from '@postloom/contracts';
import { eventually, stubRpc, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';

const NOW = '2026-11-18T09:00:00.000Z';
const brand = { name: 'Rye & Co', color: null, isWhiteLabel: true };
const week = { format: 'csv' as const, from: '2026-11-16', to: '2026-11-22', brand };

describe('a report that nobody is looking at', () => {
  let service: TestService;
  const [businessId, postId, targetId] = [randomUUID(), randomUUID(), randomUUID()];
  const asked: (string | null)[] = [];
  beforeAll(async () => {
    service = await testService({ service: 'analytics', module: AppModule, migrations });
    await stubRpc(service.nats, albumRpc.albumList, (_query, caller) => {
      asked.push(caller.businessId);
      return [];
    });
    await stubRpc(service.nats, schedulingRpc.postList, ({ ids = [] }, caller) => {
      asked.push(caller.businessId);
      return ids.map((id): Post => ({
        ...{
          id,
          caption: 'Nobody got this',
          captionByPlatform: { instagram: 'Fresh rolls' },
          platforms: ['instagram'],
        },
        ...{ status: 'published' },
        ...{ scheduledFor: null, photoId: null, photoIds: [], targets: [], source: 'manual', version: 1 },
        ...{ createdAt: NOW, updatedAt: NOW },
      }));
    });
  });
  afterAll(() => service.close());

  const made = async (of: string): Promise<string> => {
    const { base64 } = await service.rpc(reportFileRpc.reportCompose, week, { businessId: of });
    return Buffer.from(base64, 'base64').toString();
  };

  it('has the figures of its business, with what the posts say', async () => {
    await service.emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version: 1 },
      data: {
        ...{ businessId, payerId: randomUUID(), name: 'Rye & Co', industryType: 'restaurant' as const },
        ...{ timeZone: 'UTC', lateLimitMinutes: 360 },
      },
    });
    await service.emitFrom(publisherEvents.targetPublished, {
      ...{ businessId, entityId: targetId },
      data: {
        ...{ targetId, postId, round: 1, platform: 'instagram', attempts: 1, accountId: randomUUID() },
        ...{ remoteId: targetId, permalink: null, publishedAt: NOW },
        content: { photoId: null, photos: 0, source: 'manual' as const, hashtags: [] },
      },
    });
    await service.emitFrom(insightEvents.insightsRead, {
      ...{ businessId, entityId: businessId, version: 1 },
      data: {
        ...{ accountId: businessId, platform: 'instagram' as const, readAt: '2026-11-19T00:00:00Z', followers: 100 },
        days: [],
        posts: [
          {
            ...{ targetId, postId },
            figures: {
              ...{ views: null, reach: 1_000, likes: 41, comments: null, shares: null, saves: null, clicks: null },
            },
          },
        ],
      },
    });
    await eventually('its post is in the report', async () =>
      expect(await made(businessId)).toMatch(/Fresh rolls,2026-11-18,Instagram,41,/),
    );
    expect(new Set(asked)).toEqual(new Set([businessId]));
  });

  it('has none of another business', async () => {
    const other = await made(randomUUID());
    expect(other).toContain('Published posts,0,0');
    expect(other).not.toContain('Fresh rolls');
  });

  it('is refused without a business', async () => {
    await expect(service.rpc(reportFileRpc.reportCompose, week, { businessId: null })).rejects.toMatchObject({
      code: 'no_business',
    });
  });
});
