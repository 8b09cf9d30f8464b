/** Whether a browser can show pushes, and if not, what stands in the way. */
export type PushAbility =
  | 'able'
  /** The person, or whoever looks after the device, has said no. */
  | 'blocked'
  /** iOS has pushes for what is on the Home Screen alone. */
  | 'after-install'
  | 'none';

export function pushAbility(): PushAbility {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) {
    return Notification.permission === 'denied' ? 'blocked' : 'able';
  }
  // Only WebKit on iOS says whether it shows a page of the Home Screen.
  return (navigator as { standalone?: boolean }).standalone === false ? 'after-install' : 'none';
}

/** Calls the listener when the person changes in the browser what the site may; returns how to stop. */
export function onPermissionChange(listener: () => void): () => void {
  const stop = new AbortController();
  const watch = (status: PermissionStatus) => status.addEventListener('change', listener, stop);
  // A browser that cannot be asked is asked anew with the next press.
  navigator.permissions?.query({ name: 'notifications' }).then(watch, () => undefined);
  return () => stop.abort();
}
