import { z } from 'zod';
import { defineRoute } from '../kernel/index.ts';
import { SearchAnswer, SearchText } from '../search/index.ts';

export const searchRoutes = {
  search: defineRoute('GET', '/api/search', {
    tag: 'Search',
    summary: 'The best matches among photos, albums, posts and schedules of the business, and among businesses',
    query: z.strictObject({ q: SearchText }),
    answer: SearchAnswer,
  }),
} as const;
