import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callRoute, routeKey, routeQuery, routes } from '#lib/api/index.ts';
import { sendZip } from './send-zip.ts';

const ASK_AGAIN_MS = 3_000;
const underWay: ReadonlySet<string> = new Set(['receiving', 'checking', 'working']);
const key = routeKey(routes.importState, { businessId: null });

/** How far the person's latest import is; asked again while something happens to it, which may have begun in another tab. */
export function useDataImport() {
  return useQuery({
    ...routeQuery(routes.importState, { businessId: null }),
    staleTime: 0,
    refetchInterval: ({ state }) => (underWay.has(state.data?.state ?? 'none') ? ASK_AGAIN_MS : false),
  });
}

/** Sends a zip; `percent` of it has arrived. */
export function useSendZip() {
  const client = useQueryClient();
  const [percent, setPercent] = useState(0);
  const send = useMutation({
    mutationFn: (zip: File) => sendZip(zip, setPercent),
    onMutate: () => setPercent(0),
    onSuccess: (now) => client.setQueryData(key, now),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
  return { ...send, percent };
}

export function useBeginImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: BodyOf<typeof routes.beginImport>) =>
      callRoute(routes.beginImport, { body: choice, quiet: true }),
    onSuccess: (now) => client.setQueryData(key, now),
  });
}

/** Gives up an import that has not begun. */
export function useDropImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.dropImport, { quiet: true }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
