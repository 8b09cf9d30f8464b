import type { PushDeviceInput } from '@postloom/contracts';
import { registerWorker } from '#lib/worker.ts';

/** Milliseconds after which a browser has failed: its own push service may be out of reach, and a worker's code as well. */
const PATIENCE_MS = 30_000;

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new DOMException('The browser does not answer.', 'TimeoutError')), PATIENCE_MS),
  );
  return Promise.race([work, late]);
}

/** Where this browser takes pushes; null when it takes none. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function unsubscribeHere(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}

/** Whether it takes those of this key; a browser that does not tell is believed. */
export function isForKey({ options: { applicationServerKey } }: PushSubscription, serverKey: string): boolean {
  if (applicationServerKey === null) {
    return true;
  }
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === serverKey;
}

/** Takes pushes at a new address: that of before may be one which nothing reaches any more. */
export async function subscribeHere(serverKey: string): Promise<PushDeviceInput> {
  const subscribed = async () => {
    await registerWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  };
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = (await inTime(subscribed())).toJSON();
  return { endpoint, p256dh, auth };
}
