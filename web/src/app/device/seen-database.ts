/** The database of the answers that were seen last. Whoever holds it open lets go when somebody wants it gone. */
export const SEEN_DATABASE = 'postloom-seen';

/** Nothing of what was seen stays on the device; where the browser has no such storage, nothing was. */
export function forgetSeen(): Promise<void> {
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) {
      resolve();
      return;
    }
    const request = indexedDB.deleteDatabase(SEEN_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });
}
