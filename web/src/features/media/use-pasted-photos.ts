import { useEffect, useEffectEvent } from 'react';

/** What is also text was copied as text, out of a document. The Finder of macOS alone puts the names of copied files there as text. */
function isText(data: DataTransfer): boolean {
  const names = new Set([...data.files].map(({ name }) => name.normalize()));
  const lines = data.getData('text/plain').split(/[\r\n]+/);
  return data.types.includes('text/plain') && !lines.every((line) => line === '' || names.has(line.normalize()));
}

const always = () => true;

/**
 * Pictures that are pasted while a surface is on screen that takes them, whatever has the focus unless it is said what may; text goes
 * where the cursor is.
 */
export function usePastedPhotos(
  onFiles: (files: readonly File[]) => void,
  mayTake: (target: EventTarget | null) => boolean = always,
): void {
  const receive = useEffectEvent(onFiles);
  const may = useEffectEvent(mayTake);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (data === null || files.length === 0 || isText(data) || event.defaultPrevented || !may(event.target)) {
        return;
      }
      event.preventDefault();
      receive(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
