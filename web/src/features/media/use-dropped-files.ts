import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '#lib/is-dialog-open.ts';

function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

function carriesFiles(event: DragEvent): boolean {
  return [...(event.dataTransfer?.types ?? [])].includes('Files');
}

/**
 * Files dropped anywhere on the page or pasted from the clipboard, except into a dialog, which has a target of its own. `over` is
 * true while files hang above the page.
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): { over: boolean } {
  const [over, setOver] = useState(false);
  const receive = useEffectEvent(onFiles);
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event) || isDialogOpen()) {
        return;
      }
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) {
        return;
      }
      depth = Math.max(0, depth - 1);
      if (depth === 0) {
        setOver(false);
      }
    };
    const move = (event: DragEvent) => {
      if (carriesFiles(event) && !isDialogOpen()) {
        event.preventDefault();
      }
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!carriesFiles(event) || isDialogOpen()) {
        return;
      }
      event.preventDefault();
      const files = filesOf(event.dataTransfer);
      if (files.length > 0) {
        receive(files);
      }
    };
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0 || isDialogOpen()) {
        return;
      }
      event.preventDefault();
      receive(files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', move);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', move);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, []);
  return { over };
}
