import type { Platform } from '@postloom/contracts';

/** What the popup's page says when it ends. A hint only: what is connected is asked from the server. */
export type PopupNews = { platform: Platform; outcome: 'connected' | 'failed' | 'setup_required'; reason?: string };

/** Milliseconds between two looks whether the popup was closed, and after the close before the server is asked. */
const POPUP_POLL_MS = 1000;
const AFTER_CLOSE_MS = 1000;

/** Pixels of a window; what Instagram asks needs more room than the others. */
const WIDTH = 600;
const heightOf = (platform: Platform) => (platform === 'instagram' ? 700 : 600);

/**
 * The news in a message of the popup, or null when it is not ours: wrong origin, source, platform or window. Each business has a
 * window of its own; one whose name the browser took away on its travels says none.
 */
export function newsOf(
  message: { origin?: string; data: unknown },
  own: string,
  platform: Platform,
  windowName: string,
): PopupNews | null {
  if (message.origin !== undefined && message.origin !== own) {
    return null;
  }
  const data = message.data as Partial<Record<'source' | 'platform' | 'window' | 'outcome' | 'reason', unknown>> | null;
  if (typeof data !== 'object' || data === null || data.source !== 'postloom-social') {
    return null;
  }
  if (data.platform !== platform || (data.window && data.window !== windowName)) {
    return null;
  }
  if (data.outcome !== 'connected' && data.outcome !== 'failed' && data.outcome !== 'setup_required') {
    return null;
  }
  return {
    platform,
    outcome: data.outcome,
    ...(typeof data.reason === 'string' && data.reason ? { reason: data.reason } : {}),
  };
}

type View = { screenX: number; screenY: number; outerWidth: number; outerHeight: number };

/** Features of a platform's window in the middle of the page's screen. */
export function popupFeatures(platform: Platform, view: View) {
  const height = heightOf(platform);
  const left = Math.max(0, Math.round(view.screenX + (view.outerWidth - WIDTH) / 2));
  const top = Math.max(0, Math.round(view.screenY + (view.outerHeight - height) / 2));
  return `popup=yes,width=${WIDTH},height=${height},left=${left},top=${top}`;
}

/**
 * Opens the platform's page in a popup and waits until it told how it ended or was closed. Where popups are blocked the whole
 * tab goes there, and the promise never ends. A navigation sends no header, so the address names the business.
 */
export function openPopup(platform: Platform, businessId: string, signal: AbortSignal): Promise<PopupNews | null> {
  const url = `/api/social/${platform}/connect?businessId=${businessId}`;
  const windowName = `postloom-social-${platform}-${businessId}`;
  const popup = window.open(url, windowName, popupFeatures(platform, window));
  if (!popup) {
    location.assign(url);
    return new Promise(() => undefined);
  }
  popup.focus();
  return new Promise((resolve) => {
    let news: PopupNews | null = null;
    let closing: ReturnType<typeof setTimeout> | undefined;
    const channel = new BroadcastChannel('postloom-social');
    const end = () => {
      clearInterval(poll);
      clearTimeout(closing);
      channel.close();
      removeEventListener('message', onMessage);
      signal.removeEventListener('abort', end);
      resolve(news);
    };
    const hear = (found: PopupNews | null) => {
      if (!found) {
        return;
      }
      news = found;
      if (found.outcome === 'setup_required') {
        popup.close();
      }
      // A failure stays readable in the popup; the page knows it at once.
      end();
    };
    const onMessage = (event: MessageEvent) => hear(newsOf(event, location.origin, platform, windowName));
    channel.onmessage = (event: MessageEvent) =>
      hear(newsOf({ data: event.data as unknown }, location.origin, platform, windowName));
    addEventListener('message', onMessage);
    const poll = setInterval(() => {
      if (!popup.closed || closing !== undefined) {
        return;
      }
      closing = setTimeout(end, AFTER_CLOSE_MS);
    }, POPUP_POLL_MS);
    signal.addEventListener('abort', end, { once: true });
  });
}
