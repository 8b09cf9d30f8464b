import type { Album } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPhotos } from '#data/photos.ts';
import { callRoute, invalidatePaths, routes, useCreation, usePageBusiness } from '#lib/api/index.ts';

/** Creates an album once, however often the button is pressed. */
export function useCreateAlbum() {
  return useCreation(routes.createAlbum, (client) => invalidatePaths(client, ['/api/albums']));
}

export function useRenameAlbum() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Album, 'id' | 'name'>) =>
      callRoute(routes.updateAlbum, { businessId, params: { id }, body: { name } }),
    onSuccess: () => invalidatePaths(client, ['/api/albums']),
  });
}

/** Deletes an album; its photos stay, and belong to none. */
export function useDeleteAlbum() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: (id: string) => callRoute(routes.deleteAlbum, { businessId, params: { id } }),
    onSuccess: () => Promise.all([refreshPhotos(client), invalidatePaths(client, ['/api/recurring-schedules'])]),
  });
}
