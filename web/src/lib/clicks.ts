import type { MouseEvent } from 'react';

/** True for a click that follows a link here. One with a modifier, or another button, is the browser's: a new tab, a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Ctrl (⌘ on a Mac) with a click adds to a selection. */
export function isAddingClick(event: MouseEvent): boolean {
  return event.button === 0 && (event.ctrlKey || event.metaKey);
}
