import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** What opened the dialog that is there, for the one that takes its place: by then nothing has the focus. */
let openerOfAll: HTMLElement | null = null;

/** The element itself, or the one link of the page's content that leads to the same while a change has drawn it anew elsewhere. */
function onPage(element: HTMLElement | null): HTMLElement | null {
  const href = element?.getAttribute('href');
  if (element?.isConnected || !href) {
    return element;
  }
  const alike = document.querySelectorAll<HTMLElement>(`main a[href=${JSON.stringify(href)}]`);
  return alike.length === 1 ? (alike[0] ?? null) : element;
}

/**
 * Gives the focus back to what had it before a dialog opened. Radix knows a trigger alone, and these dialogs open by the state of their
 * page. A dialog that takes the place of another keeps the focus it has, and gives it back to what opened the first one. Where what
 * opened it has gone, as the row of something just deleted, the content of the page gets it: not the page, from whose top Tab would start.
 */
export function useFocusBack() {
  const before = useRef<HTMLElement | null>(null);
  return {
    remember: () => {
      const { activeElement, body } = document;
      before.current ??= activeElement === body ? openerOfAll : (activeElement as HTMLElement | null);
      openerOfAll = before.current;
    },
    giveBack: (event: Event) => {
      const opener = onPage(before.current);
      before.current = null;
      const target = opener === null || opener.isConnected ? opener : document.querySelector('main');
      if (target && document.activeElement === document.body) {
        event.preventDefault();
        openerOfAll = null;
        target.focus({ preventScroll: true });
      }
    },
  };
}

/** First in what a dialog shows: it is there before anything in the dialog takes the focus. */
export function Opening({ onOpen }: { onOpen(): void }) {
  const open = useEffectEvent(onOpen);
  useLayoutEffect(() => open(), []);
  return null;
}
