import type { BodyOf, Photo, Post } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshPhotos, replacePhoto } from '#data/photos.ts';
import {
  asList,
  invalidatePaths,
  routeKey,
  routeList,
  routeQuery,
  routes,
  usePageBusiness,
  usePageCall,
} from '#lib/api/index.ts';

type PhotoChanges = BodyOf<typeof routes.updatePhoto>;

/** Renames, describes or moves a photo. */
export function useUpdatePhoto() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: PhotoChanges }) =>
      call(routes.updatePhoto, { params: { id }, body: changes }),
    onSuccess: (photo, { changes }) => {
      replacePhoto(client, photo);
      if (changes.albumId !== undefined) {
        // Another album shows it, and the albums count anew.
        return refreshPhotos(client);
      }
      return changes.tags === undefined ? undefined : invalidatePaths(client, [routes.photoTags.path]);
    },
  });
}

/** Reads again what a deletion touches: posts that needed the photo are drafts now. */
export async function refreshAfterDeletion(client: QueryClient): Promise<void> {
  await Promise.all([refreshPhotos(client), invalidatePaths(client, ['/api/posts', '/api/calendar'])]);
}

/** Deletes a photo. Without `force` it fails with `in_use` while a scheduled post needs it. */
export function useDeletePhoto() {
  const call = usePageCall();
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ id, force }: { id: string; force: boolean }) =>
      call(routes.deletePhoto, { params: { id }, ...(force ? { query: { force: 'true' as const } } : {}) }),
    // Whoever shows the photo has left it by the time that the lists come without it.
    onSuccess: (_, { id }) => {
      client.removeQueries({ queryKey: routeKey(routes.similarPhotos, { businessId, params: { id } }) });
      void refreshAfterDeletion(client);
    },
  });
}

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
