import type { Photo } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { toast } from '#ui/toast-store.ts';
import { uploadEngine } from './upload-engine.ts';
import { admit, summaryOf, type UploadItem } from './upload-queue.ts';

/** Every file that waits, moves, has just arrived or has failed, of every business. */
export function useUploads(): readonly UploadItem[] {
  const engine = uploadEngine(useQueryClient());
  return useSyncExternalStore(engine.subscribe, engine.items, engine.items);
}

export type UploadQueueOptions = {
  /** The surface whose files are listed: those it was given before it was closed are still there. */
  owner: string;
  /** Most files that wait at a time. */
  limit: number;
  businessId: string;
  onUploaded?(photo: Photo): void;
};

/** The small queue behind a drop zone: files begin by themselves, a finished one leaves after 3 seconds. */
export function useUploadQueue({ owner, limit, businessId, onUploaded }: UploadQueueOptions) {
  const engine = uploadEngine(useQueryClient());
  useEffect(() => engine.prepare(), [engine]);
  const all = useUploads();
  const items = useMemo(
    () => all.filter((item) => item.owner === owner && item.businessId === businessId),
    [all, owner, businessId],
  );
  const arrived = useEffectEvent((item: UploadItem, photo: Photo) => {
    if (item.owner === owner && item.businessId === businessId) {
      onUploaded?.(photo);
    }
  });
  useEffect(() => engine.onUploaded((item, photo) => arrived(item, photo)), [engine]);

  const add = (files: readonly File[]) => {
    const waiting = items.filter(({ status }) => status !== 'success').length;
    const { accepted, refused } = admit(waiting, files, limit);
    const refusal = summaryOf(refused);
    if (refusal) {
      toast({ title: refusal.title, description: refusal.message, tone: 'error' });
    }
    engine.start(accepted.map((file) => ({ id: crypto.randomUUID(), businessId, owner, file, name: file.name })));
  };
  return { items, add, remove: engine.remove, retry: engine.retry };
}
