import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#lib/is-typing.ts';
import { areSingleKeysOn } from '#lib/single-keys.ts';

/** Ctrl/Cmd+K anywhere; '?' outside of text, unless single keys are off. */
export function useHotkeys(handlers: { palette(): void; shortcuts(): void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      handlers.palette();
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target) && areSingleKeysOn()) {
      handlers.shortcuts();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
