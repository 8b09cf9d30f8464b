import type { Crop } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes, useIntentKey } from '#lib/api/index.ts';

/** Cuts a copy out of a photo, one for the same cut however often it is asked for; the original stays in the library. */
export function useCropPhoto() {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: ({ id, crop }: { id: string; crop: Crop }) =>
      callRoute(routes.editPhoto, {
        params: { id },
        body: { crop },
        idempotencyKey: intent.keyFor(id, JSON.stringify(crop)),
      }),
    onSuccess: () => {
      intent.done();
      return invalidatePaths(client, ['/api/photos', '/api/dashboard/stats', '/api/user/limits']);
    },
  });
}
