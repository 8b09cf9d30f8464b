import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callUpload, routes, useIntentKey, usePageCall } from '#lib/api/index.ts';
import { refreshPosts } from '#data/posts.ts';

/** What a CSV file holds, and which of its posts are there already; makes nothing. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: (file: File) => callUpload(routes.previewImport, { file, fileName: file.name }),
  });
}

export type ImportChoice = { file: File; allOrNothing: boolean; duplicates: 'skip' | 'import' };

/** Posts from a CSV file. Sending the same file again after a lost answer makes nothing twice. */
export function useImportPosts() {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: ({ file, allOrNothing, duplicates }: ImportChoice) =>
      callUpload(routes.importPosts, {
        file,
        fileName: file.name,
        query: { allOrNothing: allOrNothing ? 'true' : 'false', duplicates },
        idempotencyKey: intent.keyFor(file, allOrNothing, duplicates),
      }),
    onSuccess: () => {
      intent.done();
      return refreshPosts(client);
    },
  });
}

/** Takes back those posts of an import that nobody has changed and that are not going out yet. */
export function useUndoImport() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(routes.undoImport, { body: { ids } }),
    onSettled: () => void refreshPosts(client),
  });
}
