import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#lib/is-dialog-open.ts';
import { isTyping } from '#lib/is-typing.ts';
import { areSingleKeysOn } from '#lib/single-keys.ts';

/** Keys of the page, not of one element: N, T, Ctrl+Z and Escape. Silent while a person types and while a dialog is open; the letters also where single keys are off. */
export function useCalendarKeys(handlers: {
  onNew(): void;
  onToday(): void;
  onUndo(): boolean;
  onEscape?(): void;
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInPopup =
      event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]') !== null;
    const isElsewhere = isTyping(event.target) || isInPopup || isDialogOpen();
    if (event.defaultPrevented || event.altKey || isElsewhere) {
      return;
    }
    const key = event.key.toLowerCase();
    const hasControl = event.ctrlKey || event.metaKey;
    if (hasControl && key === 'z' && !event.shiftKey) {
      if (handlers.onUndo()) {
        event.preventDefault();
      }
    } else if (key === 'escape') {
      handlers.onEscape?.();
    } else if (hasControl || !areSingleKeysOn()) {
      return;
    } else if (key === 'n') {
      event.preventDefault();
      handlers.onNew();
    } else if (key === 't') {
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
