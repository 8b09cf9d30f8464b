import type { QueryClient } from '@tanstack/react-query';
import { hintOf, hintRefresh, type RowPatches } from './live-hints.ts';
import { holdStream } from './live-stream.ts';

/** Milliseconds that a page stays connected after it was hidden: a glance at another tab costs no reconnect. */
const HIDDEN_MS = 15_000;
/** Milliseconds for which the server keeps what was told, for a tab that has read what it shows before it could hear. */
const RECENT_MS = 30_000;
const MOST_RECENT = 300;
/** Milliseconds that a stream may take to open; after longer ones the tab reads again what it shows. */
const OPENING_MS = 2000;

/** What the tabs of one business say to each other. */
type TabMessage =
  /** The stream was opened just now: hints from before this instant may be lost. */
  | { kind: 'open'; from: number }
  /** Is somebody's stream open? */
  | { kind: 'ask' }
  /** Mine is, and holds all hints since `from`; those heard last are for the tab that asked. */
  | { kind: 'live'; from: number; recent: readonly Heard[] }
  | { kind: 'hint'; data: string };

type Heard = { at: number; data: string };

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
  let recent: readonly Heard[] = [];

  function join(): void {
    if (joined) {
      return;
    }
    const stop = new AbortController();
    const channel = new BroadcastChannel(name);
    joined = { stop, channel };
    // The tab has read what it shows after this: when it was opened itself, or else as it took this business up a moment ago.
    const since = Date.now() - Math.min(performance.now(), RECENT_MS - OPENING_MS);
    let isFirst = true;
    let openedFrom: number | null = null;

    /** All hints since `from` arrive. */
    const covered = (from: number, isNew: boolean) => {
      if (isBehind || (isFirst ? since < from : isNew)) {
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
          covered(message.from, true);
          break;
        case 'live':
          if (isFirst) {
            message.recent.filter(({ at }) => at >= since).forEach(({ data }) => take(data));
          }
          covered(message.from, false);
          break;
        case 'hint':
          take(message.data);
          break;
        case 'ask':
          if (openedFrom !== null) {
            say({ kind: 'live', from: openedFrom, recent });
          }
      }
    };
    say({ kind: 'ask' });
    leadAlone(name, stop.signal, () =>
      holdStream(businessId, stop.signal, {
        // Nothing of before is told to a tab that reads everything again anyway.
        age: () =>
          isBehind || !isFirst ? 0 : Math.max(0, Math.min(RECENT_MS, Math.ceil(Date.now() - since) + OPENING_MS)),
        open: (from) => {
          openedFrom = from;
          say({ kind: 'open', from });
          covered(from, true);
        },
        data: (data) => {
          say({ kind: 'hint', data });
          take(data);
        },
        lost: () => {
          openedFrom = null;
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
