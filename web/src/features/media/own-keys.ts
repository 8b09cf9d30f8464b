type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** A key by itself: with another one held it is the browser's. */
export function isAlone({ altKey, ctrlKey, metaKey, shiftKey }: Omit<Key, 'key'>): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}

/** Whether a key asks to delete something: on a Mac the key of that name is Backspace. */
export function isDeletion(event: Key): boolean {
  return isAlone(event) && (event.key === 'Delete' || event.key === 'Backspace');
}
