import type { Platform } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Setup } from './api/setup.ts';
import type { connectThroughPopup } from './connect-flow.ts';

type Flow = { connectThroughPopup: typeof connectThroughPopup };
let flow: Flow | undefined;
const loadFlow = async (): Promise<Flow> => (flow ??= await import('./connect-flow.ts'));

/** The connect flow of the page, one platform at a time. */
export function useConnect(onUpgrade: () => void) {
  const client = useQueryClient();
  const [connecting, setConnecting] = useState<Platform | null>(null);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [connected, setConnected] = useState<Platform | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    // Fetched early: a window must open within the click. A failure is met again at the click.
    void loadFlow().catch(() => undefined);
    return () => running.current?.abort();
  }, []);

  const connect = useCallback(
    (platform: Platform) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setConnecting(platform);
      setConnected(null);
      const start = (loaded: Flow) => loaded.connectThroughPopup(client, platform, own.signal, onUpgrade);
      void (flow ? start(flow) : loadFlow().then(start))
        .then((missing) => {
          setSetup(missing);
          if (!own.signal.aborted) {
            setConnected(platform);
          }
        })
        .finally(() => {
          if (running.current === own) {
            setConnecting(null);
          }
        });
    },
    [client, onUpgrade],
  );

  return {
    ...{ connect, connecting, setup },
    closeSetup: () => setSetup(null),
    /** The platform whose window has ended last, until what it leaves to decide is decided. */
    connected,
    closeConnected: useCallback(() => setConnected(null), []),
  };
}
