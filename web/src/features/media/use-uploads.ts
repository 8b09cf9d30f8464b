import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { UploadItem } from './upload-queue.ts';
import { uploadStore } from './upload-store.ts';

/** Every file that waits, moves, has just arrived or has failed, of every business. */
export function useUploads(): readonly UploadItem[] {
  const store = uploadStore(useQueryClient());
  return useSyncExternalStore(store.subscribe, store.items, store.items);
}
