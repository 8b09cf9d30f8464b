import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes, useIntentKey, usePageBusiness } from '#lib/api/index.ts';

/** Creates an album once, however often the button is pressed. */
export function useCreateAlbum() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (name: string) =>
      callRoute(routes.createAlbum, { businessId, body: { name }, idempotencyKey: intent.keyFor(name) }),
    onSuccess: () => {
      intent.done();
      return invalidatePaths(client, ['/api/albums']);
    },
  });
}
