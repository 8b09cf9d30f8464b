import type { QueryClient } from '@tanstack/react-query';
import type { UploadItem } from './upload-queue.ts';

/** Every upload of the page, for whoever shows them. What sends them comes with the surfaces that files are added on, and writes here. */
export type UploadStore = {
  items(): readonly UploadItem[];
  /** Calls the listener after every change; returns how to stop. */
  subscribe(listener: () => void): () => void;
  show(next: readonly UploadItem[]): void;
};

const stores = new WeakMap<QueryClient, UploadStore>();

export function uploadStore(client: QueryClient): UploadStore {
  let store = stores.get(client);
  if (!store) {
    store = createStore();
    stores.set(client, store);
  }
  return store;
}

function createStore(): UploadStore {
  let items: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();
  return {
    items: () => items,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (next) => {
      items = next;
      for (const listener of listeners) {
        listener();
      }
    },
  };
}

/** Waiting or on its way. */
export function isActive({ status }: Pick<UploadItem, 'status'>): boolean {
  return status === 'pending' || status === 'uploading';
}

/** Whole percent over all files that move or have moved. */
export function overallProgress(items: readonly Pick<UploadItem, 'status' | 'progress' | 'file'>[]): number {
  const counted = items.filter((item) => item.status !== 'error');
  const total = counted.reduce((sum, item) => sum + item.file.size, 0);
  if (total === 0) {
    return 0;
  }
  const done = counted.reduce(
    (sum, item) => sum + item.file.size * (item.status === 'success' ? 1 : item.progress / 100),
    0,
  );
  return Math.round((done / total) * 100);
}

/** What every page may know of the uploads. */
export type UploadActivity = {
  active: number;
  paused: number;
  failed: number;
  /** 0 to 100 over the bytes of all that is under way or has arrived with it. */
  percent: number;
};

export function activityOf(items: readonly UploadItem[]): UploadActivity {
  return {
    active: items.filter(isActive).length,
    paused: items.filter(({ status }) => status === 'paused').length,
    failed: items.filter(({ status }) => status === 'error').length,
    percent: overallProgress(items),
  };
}
