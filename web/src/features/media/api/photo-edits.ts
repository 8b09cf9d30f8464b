import type { Crop, Photo, PhotoEdit } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPhotos, rememberPhoto, replacePhoto } from '#data/photos.ts';
import { callRoute, routes, useIntentKey, usePageBusiness } from '#lib/api/index.ts';
import { toast } from '#ui/toast-store.ts';
import { mediaTexts } from '../texts.ts';

/** Makes a new photo of one, once for the same wish however often it is asked for; the one it is made of stays as it is. `done` is said then. */
function useCopy(done?: string) {
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
      if (done !== undefined) {
        toast({ title: mediaTexts.success, description: done, tone: 'success' });
      }
      rememberPhoto(client, businessId, photo);
      return refreshPhotos(client);
    },
  });
}

/** Cuts a copy out of what a photo shows. */
export function useCropPhoto() {
  const { mutateAsync } = useCopy();
  return { mutateAsync: ({ id, crop }: { id: string; crop: Crop }) => mutateAsync({ id, crop }) };
}

/** Saves what the editor shows as a new photo, and says so. */
export function useEditedCopy() {
  return useCopy(mediaTexts.editor.copied);
}

/** Changes what a photo shows, and says so. */
export function useSetLook() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ photo, edit }: { photo: Photo; edit: PhotoEdit | null }) =>
      callRoute(routes.setPhotoLook, { businessId, params: { id: photo.id }, body: { edit } }),
    onSuccess: (photo, { edit }) => {
      replacePhoto(client, photo);
      const description = edit === null ? mediaTexts.editor.backAgain : mediaTexts.editor.saved;
      toast({ title: mediaTexts.success, description, tone: 'success' });
    },
  });
}
