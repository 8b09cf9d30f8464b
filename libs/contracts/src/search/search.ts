import { z } from 'zod';
import { defineRpc, Id, Instant, text } from '../kernel/index.ts';
import { PostStatus } from '../scheduling/index.ts';

/** Results of one kind in one answer; who looks for more opens that page. */
export const MOST_FOUND_OF_KIND = 5;

export const SearchKind = z.enum(['photos', 'albums', 'posts', 'schedules', 'businesses']);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchText = text(200, { required: 'Please enter what to search for.' });

/** One thing that was found, as a list of results shows it. */
export const SearchResult = z.object({
  id: Id,
  /** Its name; of a photo its description, if it has one; of a post the beginning of its caption, which may be empty. */
  label: z.string(),
  /** Of a photo: the address of a small picture, null while there is none. */
  picture: z.string().nullable().optional(),
  /** Of a post. */
  status: PostStatus.optional(),
  /** Of a post. */
  scheduledFor: Instant.nullable().optional(),
  /** Of a schedule. */
  isActive: z.boolean().optional(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** Best first. */
export const SearchGroup = z.object({ kind: SearchKind, results: z.array(SearchResult).max(MOST_FOUND_OF_KIND) });
export type SearchGroup = z.infer<typeof SearchGroup>;

export const SearchAnswer = z.object({
  /** Kinds of which something was found, the one with the best result first. */
  groups: z.array(SearchGroup),
  /** What could not be searched now. */
  missing: z.array(SearchKind),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** A result and how well it fits, which is comparable among all that one search finds. */
export const RankedResult = SearchResult.extend({ score: z.number().int() });
export type RankedResult = z.infer<typeof RankedResult>;

const Ranked = z.array(RankedResult).max(MOST_FOUND_OF_KIND);
const input = z.strictObject({ search: SearchText });

/** What each owner finds of a business, best first; of what only has signs, nothing. */
export const searchRpc = {
  media: defineRpc('rpc.media.library.search.v1', {
    input,
    output: z.object({ photos: Ranked, albums: Ranked }),
    retryable: true,
  }),
  scheduling: defineRpc('rpc.scheduling.plan.search.v1', {
    input,
    output: z.object({ posts: Ranked, schedules: Ranked }),
    retryable: true,
  }),
} as const;
