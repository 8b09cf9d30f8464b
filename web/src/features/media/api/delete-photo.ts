import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routeKey, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { refreshAfterDeletion } from './photos.ts';

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
