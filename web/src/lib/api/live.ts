import type { QueryClient } from '@tanstack/react-query';
import { hintOf, hintRefresh, type RowPatches } from './live-hints.ts';
import { holdStream } from './live-stream.ts';

/** Milliseconds that a page stays connected after it was hidden: a glance at another tab costs no reconnect. */
const HIDDEN_MS = 15_000;
/** Milliseconds for which what was read before the stream was there still counts as fresh: what was told meanwhile comes with its opening. */
const FRESH_MS = 2000;
/** What was heard lately and is repeated to a tab that is only opening: it has read what it shows some seconds before. */
const RECENT_MS = 30_000;
const MOST_RECENT = 300;

/** What the tabs of one business say to each other. */
type TabMessage =
  /** The stream was opened just now: earlier hints may be lost. */
  | { kind: 'open' }
  /** Is somebody's stream open? */
  | { kind: 'ask' }
  /** Mine is; `recent` is for the tab that asked. */
  | { kind: 'live'; recent: readonly string[] }
  | { kind: 'hint'; data: string };

/** Calls `lead` in one tab at a time; where the browser has no locks, in every tab. */
function leadAlone(name: string, stop: AbortSignal, lead: () => Promise<void>): void {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) {
    void lead();
    return;
  }
  locks.request(name, { signal: stop }, lead).catch((error: unknown) => {
    if (!stop.aborted) {
      reportError(error);
    }
  });
}

/** Keeps one page up to date while it is visible; `join` and `leave` follow its visibility. */
function tabOf(client: QueryClient, businessId: string, patches: RowPatches) {
  const refresh = hintRefresh(client, businessId, patches);
  const name = `postloom-live ${businessId}`;
  let joined: { stop: AbortController; channel: BroadcastChannel } | undefined;
  /** Changes were missed: nobody listened while the page was hidden. */
  let isBehind = false;
  let recent: readonly { at: number; data: string }[] = [];

  function join(): void {
    if (joined) {
      return;
    }
    const stop = new AbortController();
    const channel = new BroadcastChannel(name);
    joined = { stop, channel };
    const since = Date.now();
    let isFirst = true;
    let isOpen = false;

    /** Hints arrive from here on. */
    const covered = (isNew: boolean) => {
      const isFresh = isFirst && !isBehind && Date.now() - since < FRESH_MS;
      if (!isFresh && (isNew || isFirst || isBehind)) {
        refresh.missed();
      }
      isBehind = false;
      isFirst = false;
    };
    const take = (data: string) => {
      recent = [...recent.slice(1 - MOST_RECENT), { at: Date.now(), data }];
      const hint = hintOf(data);
      if (hint) {
        refresh.take(hint);
      }
    };
    const say = (message: TabMessage) => channel.postMessage(message);

    channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
      switch (message.kind) {
        case 'open':
          covered(true);
          break;
        case 'live':
          if (isFirst) {
            message.recent.forEach(take);
          }
          covered(false);
          break;
        case 'hint':
          take(message.data);
          break;
        case 'ask':
          if (isOpen) {
            const from = Date.now() - RECENT_MS;
            say({ kind: 'live', recent: recent.filter(({ at }) => at >= from).map(({ data }) => data) });
          }
      }
    };
    say({ kind: 'ask' });
    leadAlone(name, stop.signal, () =>
      holdStream(businessId, stop.signal, {
        open: () => {
          isOpen = true;
          say({ kind: 'open' });
          covered(true);
        },
        data: (data) => {
          say({ kind: 'hint', data });
          take(data);
        },
        lost: () => {
          isOpen = false;
        },
      }),
    );
  }

  return {
    join,
    leave(): void {
      joined?.stop.abort();
      joined?.channel.close();
      joined = undefined;
      isBehind = true;
    },
    stop: () => refresh.stop(),
  };
}

/**
 * Keeps what the page shows of a business up to date until stopped. Of all tabs that show the business one holds the stream
 * and passes its hints on. A hidden page lets go and reads what is on screen again when it comes back.
 */
export function listenLive(client: QueryClient, businessId: string, patches: RowPatches = {}): () => void {
  const tab = tabOf(client, businessId, patches);
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const follow = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'visible') {
      tab.join();
    } else {
      hiding = setTimeout(() => tab.leave(), HIDDEN_MS);
    }
  };
  // A page that is put aside for the Back button must let go at once, or the browser does not keep it.
  const onHide = () => {
    clearTimeout(hiding);
    tab.leave();
  };
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', follow);
  if (document.visibilityState === 'visible') {
    tab.join();
  } else {
    tab.leave();
  }
  return () => {
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', follow);
    clearTimeout(hiding);
    tab.leave();
    tab.stop();
  };
}
