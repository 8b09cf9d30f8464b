import type { BodyOf, Photo, Post } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { asList, callRoute, invalidatePaths, pathOfKey, routeList, routes, usePageBusiness } from '#lib/api/index.ts';

type PhotoChanges = BodyOf<typeof routes.updatePhoto>;

function replaceIn(answer: unknown, photo: Photo): unknown {
  const swap = (list: readonly Photo[]) => list.map((one) => (one.id === photo.id ? photo : one));
  if (Array.isArray(answer)) {
    return swap(answer as Photo[]);
  }
  return answer;
}

/** Renames or describes a photo. */
export function useUpdatePhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: PhotoChanges }) =>
      callRoute(routes.updatePhoto, { params: { id }, body: changes }),
    onSuccess: (photo) => {
      client.setQueriesData({ predicate: ({ queryKey }) => pathOfKey(queryKey) === '/api/photos' }, (answer: unknown) =>
        replaceIn(answer, photo),
      );
    },
  });
}

/** Deletes a photo. Without `force` it fails with `in_use` while a scheduled post needs it. */
export function useDeletePhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, force }: { id: string; force: boolean }) =>
      callRoute(routes.deletePhoto, { params: { id }, ...(force ? { query: { force: 'true' as const } } : {}) }),
    onSuccess: () =>
      invalidatePaths(client, [
        '/api/photos',
        '/api/dashboard/stats',
        '/api/user/limits',
        '/api/posts',
        '/api/calendar',
      ]),
  });
}

/** The scheduled posts that show a photo: what a deletion would take back to draft. */
export function useScheduledUses(photoId: string, enabled: boolean) {
  const businessId = usePageBusiness();
  const query = useQuery({ ...routeList(routes.scheduledPosts, { businessId }), enabled });
  return asList<Post>(query.data).filter((post) => post.photoIds.includes(photoId));
}
