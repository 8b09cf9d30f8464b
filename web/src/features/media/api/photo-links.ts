import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPhotos, rememberPhoto } from '#data/photos.ts';
import { callRoute, routes, useIntentKey } from '#lib/api/index.ts';
import { putIntoAlbum } from '../into-album.ts';
import { sayArrived } from '../say-arrived.ts';

/** Has a picture fetched from its address, once however often it is asked for, says that it is here, and puts it into the album, if any. */
export function useAddFromLink(businessId: string, albumId: string | null) {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (url: string) =>
      callRoute(routes.photoFromLink, { businessId, body: { url, uploadId: intent.keyFor('link', url) } }),
    onSuccess: ({ photo, sameAs }) => {
      intent.done();
      rememberPhoto(client, businessId, photo);
      sayArrived(client, businessId, 1, sameAs ? [{ id: photo.id, sameAs, albumId }] : []);
      return albumId === null ? refreshPhotos(client) : putIntoAlbum(client, { businessId, albumId }, photo.id);
    },
  });
}
