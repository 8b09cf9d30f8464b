import { expect, type CDPSession, type Page } from '@playwright/test';
import { sandboxUrl } from './support.ts';

type Address = { id: string; endpoint: string; p256dh: string; auth: string };
type Shown = { title: string; body: string; tag: string; data: unknown };

/** Chromium's own tools for the worker of a page. */
async function workersOf(page: Page): Promise<{ session: CDPSession; registrationId: Promise<string> }> {
  const session = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) {
        resolve(one.registrationId);
      }
    }),
  );
  await session.send('ServiceWorker.enable');
  return { session, registrationId };
}

/**
 * A browser without a profile refuses to subscribe. The sandbox's push service takes the place of its maker's: it opens what was
 * encrypted for this browser, and the story hands that to the worker, as the browser would. The rest is the browser's own.
 */
export async function pushService(page: Page) {
  let id = '';
  let devtools: Awaited<ReturnType<typeof workersOf>> | undefined;
  await page.exposeFunction('pushAddress', async () => {
    const answer = await page.request.post(`${sandboxUrl}/sandbox/push/browsers`, { data: {} });
    const address = (await answer.json()) as Address;
    id = address.id;
    return address;
  });
  await page.addInitScript(() => {
    const KEPT = 'push.subscription';
    const held = () => {
      const text = sessionStorage.getItem(KEPT);
      if (text === null) {
        return null;
      }
      const { endpoint, p256dh, auth, serverKey } = JSON.parse(text) as Address & { serverKey: string };
      const key = atob(serverKey.replaceAll('-', '+').replaceAll('_', '/'));
      return {
        options: { applicationServerKey: Uint8Array.from(key, (one) => one.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: () => Promise.resolve(sessionStorage.removeItem(KEPT)),
      } as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(held());
    PushManager.prototype.subscribe = async (options) => {
      const { pushAddress } = globalThis as unknown as { pushAddress(): Promise<Address> };
      const serverKey = String(options?.applicationServerKey);
      sessionStorage.setItem(KEPT, JSON.stringify({ ...(await pushAddress()), serverKey }));
      return held()!;
    };
  });
  const isSubscribed = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration?.pushManager.getSubscription()) !== null;
    });
  return {
    isSubscribed,
    /** The texts of the pushes that came for this browser. */
    async came(): Promise<string[]> {
      const answer = await page.request.get(`${sandboxUrl}/sandbox/push/browsers/${id}`);
      const { came, refused } = (await answer.json()) as { came: { text: string }[]; refused: string[] };
      expect(refused).toEqual([]);
      return came.map(({ text }) => text);
    },
    /** Hands a push to the worker. */
    async deliver(text: string): Promise<void> {
      devtools ??= await workersOf(page);
      const { origin } = new URL(page.url());
      const registrationId = await devtools.registrationId;
      await devtools.session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text });
    },
    /** The notifications that the browser shows. */
    shown: (): Promise<Shown[]> =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const all = (await registration?.getNotifications()) ?? [];
        return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
      }),
  };
}
