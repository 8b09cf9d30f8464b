import type { Pages } from '#lib/api/index.ts';
import { isPathOf } from '#lib/api/live-hints.ts';

/**
 * Reads whose last answer stays on the device, so that pages open without a network. What is a secret or leads to one (addresses
 * of feeds and shared reports), what somebody searched, and who was signed in where, is not among them.
 */
export const seenReads = [
  '/api/auth/user',
  '/api/user/limits',
  '/api/user/settings',
  '/api/user/usage-history',
  '/api/user/active-business',
  '/api/businesses',
  '/api/businesses/{id}',
  '/api/industry-templates',
  '/api/photos',
  '/api/photos/tags',
  '/api/albums',
  '/api/notifications',
  '/api/social/status',
  '/api/social-accounts',
  '/api/social-accounts/replacements',
  '/api/social-accounts/shared',
  '/api/posts',
  '/api/posts/scheduled',
  '/api/posts/stats',
  '/api/posts/{id}',
  '/api/dashboard/stats',
  '/api/calendar',
  '/api/recurring-schedules',
  '/api/recurring-schedules/{id}/upcoming',
  '/api/recurring-schedules/{id}/occurrences',
  '/api/analytics',
  '/api/best-times',
] as const;

/** Most answers on the device: several pages of several businesses. */
export const MOST_SEEN = 150;
/** Milliseconds after which an answer is too old to be shown: a week. */
export const SEEN_FOR_MS = 7 * 24 * 60 * 60 * 1000;
/** Pages of a list that is read page by page. */
const MOST_PAGES = 2;
/** A longer list is not kept: half of it would pass for the whole. */
const MOST_ROWS = 3_000;

/** True for the key of a read whose answer stays. */
export function isSeenRead(key: readonly unknown[]): boolean {
  const path = key[1];
  return typeof path === 'string' && seenReads.some((template) => isPathOf(template, path));
}

/** What of an answer is kept; undefined for one that is too long, or without its beginning. */
export function keptOf(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<Pages<unknown>>;
  if (pages && pageParams) {
    // Of a list that was scrolled far down the beginning is not there; what was kept of it before stays.
    return pageParams[0]?.page === 0
      ? { pages: pages.slice(0, MOST_PAGES), pageParams: pageParams.slice(0, MOST_PAGES) }
      : undefined;
  }
  const rows = Array.isArray(data) ? data : (data as { data?: unknown } | null)?.data;
  return Array.isArray(rows) && rows.length > MOST_ROWS ? undefined : data;
}
