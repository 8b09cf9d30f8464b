import type { Photo } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callUpload, invalidatePaths, isApiError, messageOr, routes } from '#lib/api/index.ts';
import { toast } from '#ui/index.ts';
import {
  admit,
  changed,
  overallProgress,
  REMOVE_AFTER_MS,
  summaryOf,
  typeOf,
  type UploadItem,
} from './upload-queue.ts';
import { reportUploads } from './upload-store.ts';

/** Files of one queue that are sent at the same time. */
const PARALLEL = 3;

function sentence(error: unknown): string {
  if (isApiError(error) && error.code === 'network') {
    return 'Network error';
  }
  return messageOr(error, 'Upload failed');
}

/** The small queue behind a drop zone: files start by themselves, a finished one leaves after 3 seconds. */
export function useUploadQueue(
  source: string,
  limit: number,
  businessId: string | null,
  onUploaded?: (photo: Photo) => void,
) {
  const uploaded = useRef(onUploaded);
  uploaded.current = onUploaded;
  const client = useQueryClient();
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  const remove = useCallback((id: string) => {
    controllers.current.get(id)?.abort();
    controllers.current.delete(id);
    setItems((list) => list.filter((item) => item.id !== id));
  }, []);

  const send = useCallback(
    async (item: UploadItem) => {
      const controller = new AbortController();
      controllers.current.set(item.id, controller);
      setItems((list) => changed(list, item.id, { status: 'uploading', progress: 0 }));
      try {
        const type = typeOf(item.file);
        const { photo } = await callUpload(routes.uploadPhoto, {
          file: item.file.type ? item.file : item.file.slice(0, item.file.size, type),
          fileName: item.file.name,
          params: { randomId: item.id },
          businessId,
          signal: controller.signal,
          onProgress: (progress) => setItems((list) => changed(list, item.id, { progress })),
        });
        setItems((list) => changed(list, item.id, { status: 'success', progress: 100 }));
        uploaded.current?.(photo);
        toast({ title: 'Success', description: 'Photo uploaded successfully!', tone: 'success' });
        void invalidatePaths(client, ['/api/photos', '/api/dashboard/stats', '/api/user/limits']);
        const timer = setTimeout(() => {
          timers.current.delete(timer);
          remove(item.id);
        }, REMOVE_AFTER_MS);
        timers.current.add(timer);
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') {
          return;
        }
        setItems((list) => changed(list, item.id, { status: 'error', error: sentence(error) }));
      } finally {
        controllers.current.delete(item.id);
      }
    },
    [businessId, client, remove],
  );

  // Starts what waits, a few at a time.
  useEffect(() => {
    const running = items.filter((item) => item.status === 'uploading').length;
    for (const item of items.filter((one) => one.status === 'pending').slice(0, Math.max(0, PARALLEL - running))) {
      if (!controllers.current.has(item.id)) {
        void send(item);
      }
    }
  }, [items, send]);

  useEffect(() => {
    const active = items.filter((item) => item.status === 'uploading' || item.status === 'pending').length;
    reportUploads(
      source,
      items.length === 0
        ? null
        : {
            active,
            done: items.filter((item) => item.status === 'success').length,
            failed: items.filter((item) => item.status === 'error').length,
            percent: overallProgress(items),
          },
    );
  }, [items, source]);
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) {
        clearTimeout(timer);
      }
      reportUploads(source, null);
    };
  }, [source]);

  const add = useCallback(
    (files: readonly File[]) => {
      const waiting = items.filter((item) => item.status !== 'success').length;
      const { accepted, refused } = admit(waiting, files, limit);
      const refusal = summaryOf(refused);
      if (refusal) {
        toast({ title: refusal.title, description: refusal.message, tone: 'error' });
      }
      if (accepted.length === 0) {
        return;
      }
      setItems((list) => [
        ...list,
        ...accepted.map((file): UploadItem => ({ id: crypto.randomUUID(), file, status: 'pending', progress: 0 })),
      ]);
    },
    [items, limit],
  );
  const retry = useCallback((id: string) => setItems((list) => changed(list, id, { status: 'pending' })), []);

  return { items, add, remove, retry };
}
