import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshPhotos, replacePhoto } from '#data/photos.ts';
import { invalidatePaths, routes, usePageCall } from '#lib/api/index.ts';

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
