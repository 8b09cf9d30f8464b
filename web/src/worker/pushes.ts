import type { PushMessage } from '@postloom/contracts';
import { handlingOf } from './handling.ts';
import type { WorkerScope, WorkerWindow } from './worker-scope.ts';

/** For a push that says nothing which can be shown: browsers want each of them to show something. */
const neutral: PushMessage = {
  title: 'Postloom',
  body: 'Open Postloom to see what is new.',
  link: '/',
  tag: 'postloom',
};

/** Without the contract's schema, which is five times as large as the worker. */
function isMessage(said: unknown): said is PushMessage {
  const parts = (said ?? {}) as Record<string, unknown>;
  return ['title', 'body', 'link', 'tag'].every((name) => typeof parts[name] === 'string');
}

/** What a push says; the neutral message where it is not one of ours. */
export function messageOf(text: string | undefined): PushMessage {
  try {
    const said: unknown = JSON.parse(text ?? '');
    return isMessage(said) ? said : neutral;
  } catch {
    return neutral;
  }
}

/** The screen of the product that a link leads to; the first one where it leads anywhere else. */
export function screenOf(link: unknown, origin: string): string {
  try {
    const url = new URL(String(link), origin);
    const isScreen = handlingOf({ url: url.href, mode: 'navigate', method: 'GET' }, origin) === 'screen';
    return isScreen ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}

export function showPush({ registration }: Pick<WorkerScope, 'registration'>, text: string | undefined): Promise<void> {
  const { title, body, link, tag } = messageOf(text);
  const look = { icon: '/icon-192.png', badge: '/badge-96.png' };
  return registration.showNotification(title, { ...look, body, tag, data: { link } });
}

/** Milliseconds in which a page says that it goes there; one that is not ready, or of an older release, says nothing. */
const ANSWER_MS = 1_000;

/** Whether the page shows a screen by itself. What goes on in it then goes on: a form that is half filled, an upload. */
function goesByItself(window: WorkerWindow, screen: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWER_MS);
    window.postMessage({ screen }, [port2]);
  }).finally(() => port1.close());
}

/** Shows what a notification is about: in a window of the product that is open, else in a new one. */
export async function followPush(
  { clients, location: { origin } }: Pick<WorkerScope, 'clients' | 'location'>,
  { data }: Pick<Notification, 'data'>,
): Promise<void> {
  const screen = screenOf((data as { link?: unknown } | null)?.link, origin);
  const windows = await clients.matchAll({ type: 'window' });
  // Not a page by link or a visitor's, which may be somebody else's business.
  const own = windows.filter(({ url }) => handlingOf({ url, mode: 'navigate', method: 'GET' }, origin) === 'screen');
  const window = own.find(({ focused }) => focused) ?? own[0];
  if (!window) {
    await clients.openWindow(screen);
    return;
  }
  await window.focus();
  if (!(await goesByItself(window, screen))) {
    await window.navigate(screen);
  }
}
