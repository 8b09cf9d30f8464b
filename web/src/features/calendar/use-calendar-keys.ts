import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#lib/is-typing.ts';

/** Keys of the page, not of one element: N, T and Ctrl+Z. Silent while a person types and while a dialog is open. */
export function useCalendarKeys(handlers: { onNew(): void; onToday(): void; onUndo(): boolean }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere =
      isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    if (event.defaultPrevented || event.altKey || isElsewhere) {
      return;
    }
    const key = event.key.toLowerCase();
    const hasControl = event.ctrlKey || event.metaKey;
    if (hasControl && key === 'z' && !event.shiftKey) {
      if (handlers.onUndo()) {
        event.preventDefault();
      }
    } else if (!hasControl && key === 'n') {
      event.preventDefault();
      handlers.onNew();
    } else if (!hasControl && key === 't') {
      event.preventDefault();
      handlers.onToday();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
