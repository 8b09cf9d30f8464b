import type { BodyOf, RouteContract } from '@postloom/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallOptions } from './client.ts';
import { useIntentKey } from './intent-key.ts';
import { usePageCall } from './page-call.ts';

/**
 * Creates something once, however often the button is pressed. `refresh` reads again what shows it; a promise it returns is
 * waited for.
 */
export function useCreation<R extends RouteContract>(route: R, refresh: (client: QueryClient) => Promise<void> | void) {
  const call = usePageCall();
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (body: BodyOf<R>) =>
      call(route, { body, idempotencyKey: intent.keyFor(JSON.stringify(body)) } as unknown as CallOptions<R>),
    onSuccess: () => {
      intent.done();
      return refresh(client);
    },
  });
}
