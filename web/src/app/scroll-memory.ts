import { useLayoutEffect, useRef } from 'react';

const KEY = 'postloom.scroll';
const MOST_ENTRIES = 100;
/** Milliseconds in which a page may still grow to the height it had; after that it stays where it is. */
const GROW_MS = 3_000;

/** Before a list that draws anew as it is scrolled: where the page is must not be asked of one that has yet to be laid out again. */
const BEFORE_LISTS = { passive: true, capture: true };

/** The history entry on screen: Back and Forward come to the same one again, and a replaced address keeps it. */
function entryKey(): string | null {
  return 'navigation' in globalThis ? (navigation.currentEntry?.key ?? null) : null;
}

/** Where an entry was scrolled to, and on which page: a replaced address may lead to another one. */
type Position = { path: string; top: number };

function storedPositions(): Map<string, Position> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Position][]);
  } catch {
    return new Map(); // Storage is blocked: positions are known for as long as the page is open.
  }
}

function storePositions(positions: ReadonlyMap<string, Position>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-MOST_ENTRIES)));
  } catch {
    return; // Storage is blocked or full: a reload starts at the top.
  }
}

/** Scrolls there, again while the page grows, until it is long enough or the person takes over. Returns how to stop. */
function scrollBackTo(top: number, whenDone: () => void): () => void {
  const takingOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const end = () => {
    clearTimeout(timer);
    growth.disconnect();
    takingOver.forEach((type) => removeEventListener(type, end));
    whenDone();
  };
  const reach = () => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) {
      end();
    }
  };
  const growth = new ResizeObserver(reach);
  const timer = setTimeout(end, GROW_MS);
  takingOver.forEach((type) => addEventListener(type, end, { passive: true }));
  growth.observe(document.body);
  reach();
  return end;
}

/**
 * A page that is opened starts at its top; Back, Forward and a reload return to where the person was on it. Where the browser
 * has no Navigation API, it is left to restore the position by itself.
 */
export function startScrollMemory(): { pageChanged(): void; stop(): void } {
  const positions = storedPositions();
  const ownWay = entryKey() !== null;
  const before = history.scrollRestoration;
  let path = location.pathname;
  let travelled = false;
  let stopReturning: (() => void) | null = null;

  const returnTo = (top: number) => {
    stopReturning = scrollBackTo(top, () => {
      stopReturning = null;
    });
  };
  // A new entry has no position. Asked of the entry and not of `popstate`, which the router hears first and renders upon.
  const positionHere = (): number => {
    const position = positions.get(entryKey() ?? '');
    return position?.path === location.pathname ? position.top : 0;
  };
  const onScroll = () => {
    const key = entryKey();
    // On the way back the page is still growing, or still the other one: what it reports then is not where the person was.
    if (key !== null && stopReturning === null && location.pathname === path) {
      positions.delete(key);
      positions.set(key, { path, top: scrollY });
    }
  };
  const onPop = () => {
    travelled = location.pathname !== path;
  };
  const onHide = () => storePositions(positions);

  if (ownWay) {
    history.scrollRestoration = 'manual';
    addEventListener('scroll', onScroll, BEFORE_LISTS);
    addEventListener('pagehide', onHide);
    const left = positionHere();
    if (left > 0) {
      returnTo(left);
    }
  } else {
    addEventListener('popstate', onPop);
  }
  return {
    pageChanged: () => {
      path = location.pathname;
      stopReturning?.();
      const top = ownWay ? positionHere() : 0;
      if (top > 0) {
        returnTo(top);
      } else if (!travelled) {
        scrollTo(0, 0);
      }
      travelled = false;
    },
    stop: () => {
      stopReturning?.();
      removeEventListener('popstate', onPop);
      removeEventListener('scroll', onScroll, BEFORE_LISTS);
      removeEventListener('pagehide', onHide);
      history.scrollRestoration = before;
    },
  };
}

/** Keeps the scroll position of every page of the shell. */
export function useScrollMemory(location: string): void {
  const memory = useRef<ReturnType<typeof startScrollMemory> | null>(null);
  const shown = useRef(location);
  useLayoutEffect(() => {
    const started = startScrollMemory();
    memory.current = started;
    return () => started.stop();
  }, []);
  useLayoutEffect(() => {
    if (shown.current !== location) {
      shown.current = location;
      memory.current?.pageChanged();
    }
  }, [location]);
}
