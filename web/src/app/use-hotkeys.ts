import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#lib/is-typing.ts';

/** True while a modal dialog is open: what it was opened for must not change under it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-modal], [role="alertdialog"]') !== null;
}

/** Ctrl/Cmd+K anywhere; '?' outside of text. */
export function useHotkeys(handlers: { palette(): void; shortcuts(): void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      handlers.palette();
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
      handlers.shortcuts();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
