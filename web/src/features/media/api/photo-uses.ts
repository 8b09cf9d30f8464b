import type { Photo, Post } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

/** The scheduled posts that show a photo, on all of their platforms or on one: what a deletion would take back to draft. */
export function useScheduledUses({ id, usedInPosts }: Pick<Photo, 'id' | 'usedInPosts'>) {
  const businessId = usePageBusiness();
  const query = useQuery({ ...routeList(routes.scheduledPosts, { businessId }), enabled: usedInPosts > 0 });
  const posts = asList<Post>(query.data).filter(({ photoIds, photoIdsByPlatform }) =>
    [photoIds, ...Object.values(photoIdsByPlatform ?? {})].some((ids) => ids.includes(id)),
  );
  return { posts, isLoading: query.isLoading };
}

/** The posts that show a photo, drafts too, or those of one status alone; of many some, and how many they all are. */
export function usePhotoUses({ id }: Pick<Photo, 'id'>, limit: number, status?: Post['status']) {
  const businessId = usePageBusiness();
  const { data, isPending, isLoading, isError, refetch } = useQuery(
    routeQuery(routes.posts, { businessId, query: { photoId: id, limit, ...(status ? { status } : {}) } }),
  );
  const posts = asList<Post>(data);
  const total = data && !Array.isArray(data) ? data.total : posts.length;
  return { posts, total, isPending, isLoading, isError, refetch };
}
