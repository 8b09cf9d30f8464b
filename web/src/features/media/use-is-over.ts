import { useCallback, useSyncExternalStore } from 'react';
import type { PhotoUppy } from './uppy.ts';

/** Whether nothing of the widget's files is on its way any more, and not all of them have arrived. */
export function useIsOver(uppy: PhotoUppy): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      uppy.on('state-update', listener);
      return () => void uppy.off('state-update', listener);
    },
    [uppy],
  );
  return useSyncExternalStore(subscribe, () => {
    const started = uppy.getFiles().filter(({ progress }) => progress.uploadStarted);
    return (
      started.some(({ error }) => error) && started.every(({ error, progress }) => error ?? progress.uploadComplete)
    );
  });
}
