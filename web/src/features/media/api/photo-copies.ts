import type { Crop, Photo, PhotoEdit } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPhotos, rememberPhoto } from '#data/photos.ts';
import { callRoute, routes, useIntentKey, usePageBusiness } from '#lib/api/index.ts';
import { toast, type ToastInput } from '#ui/toast-store.ts';

/** Makes a new photo of one, once for the same wish however often it is asked for; the one it is made of stays as it is. `said` is what is said of it then. */
export function useCopyPhoto(said?: (photo: Photo) => ToastInput) {
  const client = useQueryClient();
  const intent = useIntentKey();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ id, ...copy }: { id: string; crop?: Crop; edit?: PhotoEdit }) =>
      callRoute(routes.editPhoto, {
        businessId,
        params: { id },
        body: copy,
        idempotencyKey: intent.keyFor(id, JSON.stringify(copy)),
      }),
    onSuccess: (photo) => {
      intent.done();
      if (said !== undefined) {
        toast(said(photo));
      }
      rememberPhoto(client, businessId, photo);
      return refreshPhotos(client);
    },
  });
}

/** Cuts a copy out of what a photo shows. */
export function useCropPhoto() {
  const { mutateAsync } = useCopyPhoto();
  return { mutateAsync: ({ id, crop }: { id: string; crop: Crop }) => mutateAsync({ id, crop }) };
}
