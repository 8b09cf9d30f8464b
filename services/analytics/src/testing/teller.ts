import { randomUUID } from 'node:crypto';
import { captionsEvents, identityEvents, insightEvents, mediaEvents, publisherEvents } from '@postloom/contracts';
import type { AccountDay, CaptionStyle, Platform, PostFigures } from '@postloom/contracts';
import { photoFacts } from '@postloom/testing';
import type { TestService } from '@postloom/testing';

export const figures = (told: Partial<PostFigures>): PostFigures => ({
  ...{ views: null, reach: null, likes: null, comments: null, shares: null, saves: null, clicks: null },
  ...told,
});

/** What a test remembers of a target, to count it again. */
export interface Told {
  readonly targetId: string;
  readonly postId: string;
  readonly platform: Platform;
  readonly publishedAt: string;
  readonly photoId: string | null;
  readonly hashtags: readonly string[];
  readonly readings: { readonly readAt: string; readonly figures: PostFigures }[];
}

/** Of each figure the last one that a reading has told. */
export function lastTold(readings: Told['readings']): PostFigures {
  const byTime = readings.toSorted((one, other) => (one.readAt < other.readAt ? -1 : 1));
  const last = (of: (told: PostFigures) => number | null): number | null =>
    byTime.map((reading) => of(reading.figures)).findLast((figure) => figure !== null) ?? null;
  return {
    ...{ views: last(({ views }) => views), reach: last(({ reach }) => reach), likes: last(({ likes }) => likes) },
    ...{ comments: last(({ comments }) => comments), shares: last(({ shares }) => shares) },
    ...{ saves: last(({ saves }) => saves), clicks: last(({ clicks }) => clicks) },
  };
}

export const target = (at: string, more: Partial<Told> = {}): Told => ({
  ...{ targetId: randomUUID(), postId: randomUUID(), platform: 'instagram', publishedAt: at, photoId: randomUUID() },
  ...{ hashtags: [], readings: [] },
  ...more,
});

/** Tells what the neighbours tell analytics. */
export const teller = ({ emitFrom }: Pick<TestService, 'emitFrom'>) => ({
  zone: (businessId: string, timeZone: string, version = 1) =>
    emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version },
      data: {
        ...{ businessId, payerId: randomUUID(), name: 'Marlow Bakehouse', industryType: 'restaurant' as const },
        ...{ timeZone, lateLimitMinutes: 360 },
      },
    }),
  publish: (businessId: string, told: Told) =>
    emitFrom(publisherEvents.targetPublished, {
      ...{ businessId, entityId: told.targetId },
      data: {
        ...{ targetId: told.targetId, postId: told.postId, round: 1, platform: told.platform, attempts: 1 },
        ...{ accountId: randomUUID(), remoteId: told.targetId, permalink: `https://x.example/${told.targetId}` },
        publishedAt: told.publishedAt,
        content: {
          ...{ photoId: told.photoId, photos: told.photoId === null ? 0 : 1, hashtags: [...told.hashtags] },
          source: 'manual' as const,
        },
      },
    }),
  read: (
    businessId: string,
    readAt: string,
    posts: { told: Told; figures: PostFigures }[],
    followers = 100,
    days: AccountDay[] = [],
  ) =>
    emitFrom(insightEvents.insightsRead, {
      ...{ businessId, entityId: businessId, version: Date.parse(readAt) },
      data: {
        ...{ accountId: businessId, platform: 'instagram' as const, readAt, followers, days },
        posts: posts.map(({ told, figures: at }) => ({ targetId: told.targetId, postId: told.postId, figures: at })),
      },
    }),
  album: (businessId: string, photoId: string, albumId: string | null, version: number) =>
    emitFrom(mediaEvents.photoUpdated, {
      ...{ businessId, entityId: photoId, version },
      data: { ...photoFacts(photoId), albumId },
    }),
  style: (businessId: string, { targetId }: Pick<Told, 'targetId'>, told: CaptionStyle | null, round = 1) =>
    emitFrom(captionsEvents.captionPosted, {
      ...{ businessId, entityId: targetId, version: round },
      data: { targetId, style: told },
    }),
});

export type Teller = ReturnType<typeof teller>;
