import { useSyncExternalStore, type ReactNode } from 'react';

/** One toast at a time; a newer one replaces it. */
export const TOAST_LIMIT = 1;
/** Milliseconds a dismissed toast stays in the store (memory, not display). */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Milliseconds on screen. */
export const TOAST_DURATION = 5000;
/** Milliseconds on screen when the toast offers an action such as Undo. */
export const TOAST_ACTION_DURATION = 10_000;
/** Milliseconds between two looks whether a toast whose time is over is still held. */
export const TOAST_RELEASE_DELAY = 1000;
/** Pixels to the right that dismiss a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;
export const TOAST_HOTKEY = ['F8'];

export type ToastInput = {
  title: string;
  description?: ReactNode;
  tone?: 'neutral' | 'success' | 'error';
  action?: { label: string; onSelect(): void };
};
export type ToastRecord = ToastInput & { id: number; open: boolean };

let records: readonly ToastRecord[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function publish(next: readonly ToastRecord[]): void {
  records = next;
  for (const listener of listeners) {
    listener();
  }
}

function scheduleRemoval(id: number): void {
  if (removals.has(id)) {
    return;
  }
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id);
      publish(records.filter((record) => record.id !== id));
    }, TOAST_REMOVE_DELAY),
  );
}

/** Shows a toast and returns its id. */
export function toast(input: ToastInput): number {
  const id = nextId++;
  publish([{ ...input, id, open: true }, ...records].slice(0, TOAST_LIMIT));
  return id;
}

/** Starts the closing of one toast, or of all when no id is given. */
export function dismissToast(id?: number): void {
  for (const record of records) {
    if (id === undefined || record.id === id) {
      scheduleRemoval(record.id);
    }
  }
  publish(records.map((record) => (id === undefined || record.id === id ? { ...record, open: false } : record)));
}

/** What the store holds now, newest first. */
export function currentToasts(): readonly ToastRecord[] {
  return records;
}

/** Empties the store; for tests. */
export function clearToasts(): void {
  for (const timer of removals.values()) {
    clearTimeout(timer);
  }
  removals.clear();
  publish([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly ToastRecord[] {
  return useSyncExternalStore(subscribe, currentToasts, currentToasts);
}
