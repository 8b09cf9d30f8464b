import type { Album } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPhotos } from '#data/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/toast-store.ts';
import { albumTexts } from '../album-texts.ts';
import { mediaTexts } from '../texts.ts';
import { callRoute, invalidatePaths, routes, useCreation, usePageBusiness } from '#lib/api/index.ts';

/** Creates an album once, however often the button is pressed. */
export function useCreateAlbum() {
  return useCreation(routes.createAlbum, (client) => invalidatePaths(client, ['/api/albums']));
}

export function useChangeAlbum() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ id, ...body }: Pick<Album, 'id' | 'name' | 'description'>) =>
      callRoute(routes.updateAlbum, { businessId, params: { id }, body }),
    onSuccess: () => invalidatePaths(client, ['/api/albums']),
  });
}

/** Puts an album inside another, or inside none, and offers to take that back; answers whether it was done. */
export function useMoveAlbum() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: ({ id, parentId }: { id: string; parentId: string | null }) =>
      callRoute(routes.updateAlbum, { businessId, params: { id }, body: { parentId } }),
    onSuccess: () => invalidatePaths(client, ['/api/albums', '/api/photos']),
  });
  const undo = ({ id, parentId = null }: Album) =>
    mutateAsync({ id, parentId }).then(
      () => toast({ title: mediaTexts.success, description: mediaTexts.undone, tone: 'success' }),
      (failure: unknown) => toastError(failure, mediaTexts.undoFailed),
    );
  const move = (album: Album, parentId: string | null) =>
    mutateAsync({ id: album.id, parentId }).then(
      () => {
        const action = { label: 'Undo', onSelect: () => void undo(album) };
        toast({ title: mediaTexts.success, description: albumTexts.moved(album.name), tone: 'success', action });
        return true;
      },
      () => false,
    );
  return { move, isPending, error };
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
