import { useSyncExternalStore } from 'react';

let outlets: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly HTMLElement[]): void {
  outlets = next;
  for (const listener of listeners) {
    listener();
  }
}

function join(outlet: HTMLElement | null): (() => void) | undefined {
  if (!outlet) {
    return undefined;
  }
  publish([...outlets, outlet]);
  return () => publish(outlets.filter((one) => one !== outlet));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Where a dialog makes room for toasts while it is open: above its buttons instead of over them, and inside it, where the
 * keyboard and the pointer can reach an Undo.
 */
export function ToastOutlet() {
  return <div ref={join} />;
}

/** The places of the open dialogs, the one on top last. */
export function useToastOutlets(): readonly HTMLElement[] {
  return useSyncExternalStore(
    subscribe,
    () => outlets,
    () => outlets,
  );
}
