import type { Platform } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { prefetch } from '#lib/lazily.ts';
import { useStateOf } from '#lib/use-state-of.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { Setup } from './api/setup.ts';
import type { ConnectingBusiness, connectThroughPopup } from './connect-flow.ts';

type Flow = { connectThroughPopup: typeof connectThroughPopup };
let flow: Flow | undefined;
const loadFlow = async (): Promise<Flow> => (flow ??= await import('./connect-flow.ts'));

/**
 * The connect flow of a business, one platform at a time. A window that is open when the page turns to another business goes
 * on for its own one and says how it ended.
 */
export function useConnect(business: ConnectingBusiness | null, onUpgrade: () => void) {
  const client = useQueryClient();
  const businessId = business?.id ?? null;
  const [connecting, setConnecting] = useStateOf<Platform | null>(businessId, null);
  const [setup, setSetup] = useStateOf<Setup | null>(businessId, null);
  const [connected, setConnected] = useStateOf<Platform | null>(businessId, null);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    // Fetched early: a window must open within the click. A failure is met again at the click.
    const forget = whenIdle(() => void prefetch(loadFlow));
    const flows = running.current;
    return () => {
      forget();
      flows.forEach((one) => one.abort());
    };
  }, []);

  const connect = useCallback(
    (platform: Platform) => {
      if (business === null) {
        return;
      }
      const { id } = business;
      running.current.get(id)?.abort();
      const own = new AbortController();
      running.current.set(id, own);
      setConnecting(platform);
      setConnected(null);
      const start = (loaded: Flow) => loaded.connectThroughPopup(client, business, platform, own.signal, onUpgrade);
      void (flow ? start(flow) : loadFlow().then(start))
        .then((missing) => {
          if (!own.signal.aborted) {
            setSetup(missing);
            setConnected(platform);
          }
        })
        .finally(() => {
          if (running.current.get(id) === own) {
            running.current.delete(id);
            setConnecting(null);
          }
        });
    },
    [client, business, onUpgrade, setConnecting, setConnected, setSetup],
  );

  return {
    ...{ connect, connecting, setup },
    closeSetup: () => setSetup(null),
    /** The platform whose window has ended last, until what it leaves to decide is decided. */
    connected,
    closeConnected: useCallback(() => setConnected(null), [setConnected]),
  };
}
