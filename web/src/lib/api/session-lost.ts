type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells the app that a call found the session gone. */
export function reportSessionLost(): void {
  for (const listener of listeners) {
    listener();
  }
}

export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
