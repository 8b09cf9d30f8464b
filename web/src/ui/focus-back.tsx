import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog opened. Radix knows a trigger alone, and these dialogs open by the state of their
 * page. A dialog that takes the place of another keeps the focus it has.
 */
export function useFocusBack() {
  const before = useRef<HTMLElement | null>(null);
  return {
    remember: () => {
      before.current ??= document.activeElement as HTMLElement | null;
    },
    giveBack: (event: Event) => {
      const opener = before.current;
      before.current = null;
      if (opener?.isConnected && document.activeElement === document.body) {
        event.preventDefault();
        opener.focus({ preventScroll: true });
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
