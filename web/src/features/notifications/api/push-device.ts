import type { PushDevice } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callRoute, routeKey, routes } from '#lib/api/index.ts';
import { pushAbility } from '../push/push-ability.ts';
import { isForKey, subscribeHere, subscriptionHere, unsubscribeHere } from '../push/push-subscription.ts';

const queryKey = routeKey(routes.pushDevice, { businessId: null });

/** Of several tabs that open at once, one subscribes anew. */
const LOCK = 'postloom.push';

async function subscribeAnew(serverKey: string): Promise<PushDevice> {
  const body = await subscribeHere(serverKey);
  try {
    return await callRoute(routes.savePushDevice, { body });
  } catch (error) {
    // What the server does not know of is no wish that the next page should carry out.
    await unsubscribeHere();
    throw error;
  }
}

/**
 * What is true of this browser. It takes pushes as long as it is subscribed or the server believes so: where the two differ, after
 * a change of the server's key, a new sign-in, or an address that the browser has lost, it subscribes anew.
 */
async function brought(device: PushDevice): Promise<PushDevice> {
  const { serverKey, state } = device;
  if (serverKey === null || Notification.permission !== 'granted') {
    return { serverKey, state: 'off' };
  }
  const subscription = await subscriptionHere();
  const areAgreed = subscription === null ? state === 'off' : state !== 'off' && isForKey(subscription, serverKey);
  if (areAgreed) {
    return device;
  }
  try {
    return await subscribeAnew(serverKey);
  } catch {
    return { serverKey, state: 'failing' };
  }
}

async function readPushDevice({ signal }: { signal: AbortSignal }): Promise<PushDevice> {
  const read = () => callRoute(routes.pushDevice, { signal });
  if (pushAbility() !== 'able') {
    return read();
  }
  return navigator.locks.request(LOCK, { signal }, async () => brought(await read()));
}

const pushDeviceQuery = { queryKey, queryFn: readPushDevice } as const;

/** Whether this browser gets pushes. The server may have given it up since the last look. */
export function usePushDevice() {
  return useQuery({ ...pushDeviceQuery, refetchOnMount: 'always' });
}

/** Brings this browser's pushes up to date without a word. */
export function renewPushes(client: QueryClient): Promise<void> {
  return client.prefetchQuery(pushDeviceQuery);
}

/** Asks for permission first, as browsers want it: while the press is fresh. */
export function useTurnOnPushes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if ((await Notification.requestPermission()) !== 'granted') {
        throw new DOMException('Notifications are not allowed.', 'NotAllowedError');
      }
      const { serverKey } = await callRoute(routes.pushDevice, {});
      return serverKey === null ? { serverKey, state: 'off' as const } : subscribeAnew(serverKey);
    },
    onSuccess: (device) => client.setQueryData<PushDevice>(queryKey, device),
  });
}

/** At the server first: whatever fails then, nothing is sent any more. */
export function useTurnOffPushes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await callRoute(routes.removePushDevice, {});
      await unsubscribeHere();
    },
    onSuccess: () =>
      client.setQueryData<PushDevice>(queryKey, (device) => device && { ...device, state: 'off' as const }),
  });
}
