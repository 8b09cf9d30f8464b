import type { Post, ReportFormat } from '@postloom/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { shownAt } from '#data/post-state.ts';
import { asList, downloadRoute, previousOf, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { saveFile } from '#lib/save-file.ts';
import type { Range } from '../range.ts';
import { analyticsTexts } from '../texts.ts';

/** Milliseconds after which figures and posts count as stale when the page opens. */
const STALE_MS = 5 * 60_000;
/** Posts in 'Recent Posts Activity'. */
const RECENT_POSTS = 5;

/** Of the newest, the one that goes out or went out last leads; what has no time yet is the last. */
const recent = (answer: Parameters<typeof asList<Post>>[0]) =>
  asList<Post>(answer)
    .slice(0, RECENT_POSTS)
    .sort((one, other) => timeOf(other) - timeOf(one));

function timeOf(post: Post): number {
  const at = post.status === 'draft' ? null : shownAt(post);
  return at === null ? 0 : Date.parse(at);
}

/** The figures of a range; those of the former range stay while the next are on their way. */
export function useAnalytics({ from, to }: Range) {
  const businessId = usePageBusiness();
  return useQuery({
    ...routeQuery(routes.analytics, { businessId, query: { from, to } }),
    placeholderData: previousOf(businessId),
    staleTime: STALE_MS,
  });
}

/** The newest posts, by when they go out. */
export function useRecentPosts() {
  return useQuery({
    ...routeQuery(routes.posts, { businessId: usePageBusiness(), query: { limit: RECENT_POSTS } }),
    select: recent,
    staleTime: STALE_MS,
  });
}

/** Makes a file of the figures of a range, and gives it to the browser to keep. */
export function useReport({ from, to }: Range) {
  return useMutation({
    mutationFn: (format: ReportFormat) => downloadRoute(routes.report, { query: { from, to, format } }),
    onSuccess: ({ file, fileName }) => saveFile(fileName, file),
    meta: { failure: analyticsTexts.report.failed },
  });
}
