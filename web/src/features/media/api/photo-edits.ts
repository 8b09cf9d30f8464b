import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes } from '../../../lib/api/index.ts';

type Crop = BodyOf<typeof routes.editPhoto>['crop'];

/** Cuts a copy out of a photo; the original stays in the library. */
export function useCropPhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, crop }: { id: string; crop: Crop }) =>
      callRoute(routes.editPhoto, { params: { id }, body: { crop }, idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => invalidatePaths(client, ['/api/photos', '/api/dashboard/stats', '/api/user/limits']),
  });
}
