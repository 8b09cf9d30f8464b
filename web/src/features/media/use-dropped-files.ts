import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '#lib/is-dialog-open.ts';

function carriesFiles(data: DataTransfer | null): data is DataTransfer {
  return [...(data?.types ?? [])].includes('Files');
}

/**
 * Files that come from outside the browser and are dropped anywhere on the page, except on what takes them itself. Nowhere does the browser
 * leave the page for them, as it does of itself: a dialog that takes no files refuses them. `over` is true while they hang above the page.
 */
export function useDroppedFiles(onDrop: (dropped: DataTransfer) => void): { over: boolean } {
  const [over, setOver] = useState(false);
  const receive = useEffectEvent(onDrop);
  useEffect(() => {
    /** Elements that the files are above: they enter an inner one before they leave the outer one. */
    let depth = 0;
    /** A picture of the page itself is dragged, which browsers call a file, too. */
    let isOwn = false;
    const isMeant = (event: DragEvent) => carriesFiles(event.dataTransfer) && !isOwn;
    const begin = () => {
      isOwn = true;
    };
    const end = () => {
      isOwn = false;
    };
    const leaveAll = () => {
      depth = 0;
      setOver(false);
    };
    const enter = (event: DragEvent) => {
      depth += isMeant(event) ? 1 : 0;
    };
    const leave = (event: DragEvent) => {
      if (isMeant(event)) {
        depth -= 1;
        if (depth <= 0) {
          leaveAll();
        }
      }
    };
    const move = (event: DragEvent) => {
      if (!isMeant(event)) {
        return;
      }
      const isTaken = event.defaultPrevented;
      if (!isTaken) {
        event.preventDefault();
        if (event.dataTransfer && isDialogOpen()) {
          event.dataTransfer.dropEffect = 'none';
        }
      }
      setOver(!isTaken && !isDialogOpen());
    };
    const drop = (event: DragEvent) => {
      if (!isMeant(event)) {
        return;
      }
      leaveAll();
      if (event.defaultPrevented) {
        return;
      }
      event.preventDefault();
      if (event.dataTransfer && !isDialogOpen()) {
        receive(event.dataTransfer);
      }
    };
    const listeners = [
      ['dragstart', begin],
      ['dragend', end],
      // What was dragged may have gone from the page, and tells nobody of the end; no pointer moves before that.
      ['pointermove', end],
      ['dragenter', enter],
      ['dragleave', leave],
      ['dragover', move],
      ['drop', drop],
    ] as const;
    for (const [name, listener] of listeners) {
      addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of listeners) {
        removeEventListener(name, listener as EventListener);
      }
    };
  }, []);
  return { over };
}
