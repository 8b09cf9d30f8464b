import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startScrollMemory } from './scroll-memory.ts';

/** A browser of two history entries: how long the page is decides how far it scrolls, as in a real one. */
let entry = 'a';
let length = 0;
let top = 0;
let grow: () => void = () => undefined;

function scroll(to: number): void {
  top = Math.min(to, length);
  dispatchEvent(new Event('scroll'));
}
function go(to: { path: string; entry: string; length: number }, memory: { pageChanged(): void }, back = false): void {
  history.replaceState(null, '', to.path);
  entry = to.entry;
  if (back) {
    dispatchEvent(new PopStateEvent('popstate'));
  }
  length = to.length;
  scroll(top);
  memory.pageChanged();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigation', {
    get currentEntry() {
      return { key: entry };
    },
  });
  vi.stubGlobal('scrollTo', (_: number, to: number) => scroll(to));
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = callback;
      }
      observe(): void {}
      disconnect(): void {
        grow = () => undefined;
      }
    },
  );
  history.replaceState(null, '', '/schedule');
  [entry, length, top] = ['a', 2_000, 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

describe('where a page is scrolled to', () => {
  it('is the top for a page that is opened', () => {
    const memory = startScrollMemory();
    scroll(900);
    go({ path: '/media', entry: 'b', length: 2_000 }, memory);
    expect(top).toBe(0);
    memory.stop();
  });

  it('is read before a list draws anew, so that nothing is laid out twice in a frame', () => {
    const order: string[] = [];
    const list = () => order.push('list');
    addEventListener('scroll', list);
    const memory = startScrollMemory();
    vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => {
      order.push('read');
      return top;
    });
    scroll(900);
    memory.stop();
    scroll(900);
    removeEventListener('scroll', list);
    expect(order).toEqual(['read', 'list', 'list']);
  });

  it('is where the person was after Back although the router has shown the page by then', () => {
    let isBack = false;
    // The router listens before the shell is there, and a browser renders between two listeners of a real Back.
    const router = () => {
      if (isBack) {
        scroll(top);
        memory.pageChanged();
      }
    };
    addEventListener('popstate', router);
    const memory = startScrollMemory();
    scroll(900);
    go({ path: '/media', entry: 'b', length: 2_000 }, memory);
    isBack = true;
    history.replaceState(null, '', '/schedule');
    entry = 'a';
    dispatchEvent(new PopStateEvent('popstate'));
    expect(top).toBe(900);
    memory.stop();
    removeEventListener('popstate', router);
  });

  it('is where the person was after Back, as soon as the page has grown that long again', () => {
    const memory = startScrollMemory();
    scroll(900);
    go({ path: '/media', entry: 'b', length: 2_000 }, memory);
    scroll(300);
    go({ path: '/schedule', entry: 'a', length: 100 }, memory, true);
    expect(top).toBe(100);
    length = 2_000;
    grow();
    expect(top).toBe(900);
    go({ path: '/media', entry: 'b', length: 2_000 }, memory, true);
    expect(top).toBe(300);
    memory.stop();
  });

  it('is the person’s own once they scroll, and nobody’s after three seconds', () => {
    const memory = startScrollMemory();
    scroll(900);
    go({ path: '/media', entry: 'b', length: 50 }, memory);
    go({ path: '/schedule', entry: 'a', length: 100 }, memory, true);
    dispatchEvent(new Event('wheel'));
    length = 2_000;
    grow();
    expect(top).toBe(100);
    memory.stop();
  });

  it('stays when only the search changes, and a page opened afterwards starts at its top', () => {
    const memory = startScrollMemory();
    scroll(900);
    history.replaceState(null, '', '/schedule?view=list');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(top).toBe(900);
    go({ path: '/media', entry: 'b', length: 2_000 }, memory);
    expect(top).toBe(0);
    memory.stop();
  });

  it('comes back after a reload', () => {
    const memory = startScrollMemory();
    scroll(700);
    dispatchEvent(new Event('pagehide'));
    memory.stop();
    top = 0;
    startScrollMemory().stop();
    expect(top).toBe(700);
  });

  it('is left to a browser without the Navigation API', () => {
    vi.stubGlobal('navigation', undefined);
    Reflect.deleteProperty(globalThis, 'navigation');
    const memory = startScrollMemory();
    scroll(900);
    go({ path: '/media', entry: 'b', length: 2_000 }, memory);
    top = 400;
    go({ path: '/schedule', entry: 'a', length: 2_000 }, memory, true);
    expect(top).toBe(400);
    memory.stop();
  });
});
