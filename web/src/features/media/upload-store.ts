import { useSyncExternalStore } from 'react';

/** What every page may know of the uploads, without the upload widget's code. */
export type UploadActivity = {
  /** Files that are on their way or waiting in a started upload. */
  active: number;
  done: number;
  failed: number;
  /** 0 to 100 over the bytes of the running uploads. */
  percent: number;
};

const idle: UploadActivity = { active: 0, done: 0, failed: 0, percent: 0 };
const sources = new Map<string, UploadActivity>();
const listeners = new Set<() => void>();
let current = idle;

/** Leaving the page is questioned only while bytes move. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** A source (the media dialog, the dashboard's drop zone) tells how its uploads stand. */
export function reportUploads(source: string, activity: UploadActivity | null): void {
  if (activity) {
    sources.set(source, activity);
  } else {
    sources.delete(source);
  }
  const wasActive = current.active > 0;
  const all = [...sources.values()];
  const running = all.filter((one) => one.active > 0);
  current =
    all.length === 0
      ? idle
      : {
          active: all.reduce((sum, one) => sum + one.active, 0),
          done: all.reduce((sum, one) => sum + one.done, 0),
          failed: all.reduce((sum, one) => sum + one.failed, 0),
          percent: running.length ? Math.round(running.reduce((sum, one) => sum + one.percent, 0) / running.length) : 0,
        };
  if (current.active > 0 && !wasActive) {
    addEventListener('beforeunload', warn);
  }
  if (current.active === 0 && wasActive) {
    removeEventListener('beforeunload', warn);
  }
  for (const listener of listeners) {
    listener();
  }
}

export function uploadActivity(): UploadActivity {
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploadActivity(): UploadActivity {
  return useSyncExternalStore(subscribe, uploadActivity, () => idle);
}
