import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callUpload, invalidatePaths, routes } from '../../../lib/api/index.ts';

/** Posts from a CSV file. Sending the same file again after a lost answer makes nothing twice. */
export function useImportPosts() {
  const client = useQueryClient();
  const intent = useRef<{ file: File; allOrNothing: boolean; key: string } | null>(null);
  return useMutation({
    mutationFn: ({ file, allOrNothing }: { file: File; allOrNothing: boolean }) => {
      if (intent.current?.file !== file || intent.current.allOrNothing !== allOrNothing) {
        intent.current = { file, allOrNothing, key: crypto.randomUUID() };
      }
      return callUpload(routes.importPosts, {
        file,
        fileName: file.name,
        query: { allOrNothing: allOrNothing ? 'true' : 'false' },
        idempotencyKey: intent.current.key,
      });
    },
    onSuccess: () => {
      intent.current = null;
      return invalidatePaths(client, ['/api/posts', '/api/calendar', '/api/dashboard/stats', '/api/user/limits']);
    },
  });
}
