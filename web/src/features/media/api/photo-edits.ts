import type { Crop } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPhotos, rememberPhoto } from '#data/photos.ts';
import { callRoute, routes, useIntentKey, usePageBusiness } from '#lib/api/index.ts';

/** Cuts a copy out of a photo, one for the same cut however often it is asked for; the original stays in the library. */
export function useCropPhoto() {
  const client = useQueryClient();
  const intent = useIntentKey();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ id, crop }: { id: string; crop: Crop }) =>
      callRoute(routes.editPhoto, {
        businessId,
        params: { id },
        body: { crop },
        idempotencyKey: intent.keyFor(id, JSON.stringify(crop)),
      }),
    onSuccess: (photo) => {
      intent.done();
      rememberPhoto(client, businessId, photo);
      return refreshPhotos(client);
    },
  });
}
