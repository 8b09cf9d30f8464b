import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callUpload, routes, useIntentKey } from '#lib/api/index.ts';
import { refreshPosts } from '#data/posts.ts';

/** Posts from a CSV file. Sending the same file again after a lost answer makes nothing twice. */
export function useImportPosts() {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: ({ file, allOrNothing }: { file: File; allOrNothing: boolean }) =>
      callUpload(routes.importPosts, {
        file,
        fileName: file.name,
        query: { allOrNothing: allOrNothing ? 'true' : 'false' },
        idempotencyKey: intent.keyFor(file, allOrNothing),
      }),
    onSuccess: () => {
      intent.done();
      return refreshPosts(client);
    },
  });
}
