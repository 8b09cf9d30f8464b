import { z } from 'zod';
import { defineRpc, Empty } from '../kernel/index.ts';

export const analyticsRpc = {
  /** What the projections know of the active business; `engagementRate` is null until a platform has reported a figure. */
  overviewGet: defineRpc('rpc.analytics.overview.get.v1', {
    input: Empty,
    output: z.object({
      publishedPosts: z.number().int(),
      libraryPhotos: z.number().int(),
      engagementRate: z.number().nullable(),
    }),
    retryable: true,
  }),
} as const;
