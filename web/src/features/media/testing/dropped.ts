/** Entries of a folder that a browser tells of at a time. */
const AT_A_TIME = 100;

/** A file as a drop holds it; null: it can't be read. */
export function fileEntry(name: string, file: File | null): FileSystemFileEntry {
  return {
    ...{ name, isFile: true, isDirectory: false },
    file: (found: FileCallback, failed?: ErrorCallback) =>
      file === null ? failed?.(new DOMException('gone', 'NotFoundError')) : found(file),
  } as unknown as FileSystemFileEntry;
}

/** A folder as a drop holds it, with what is inside; null: it can't be read. */
export function folderEntry(name: string, inside: readonly FileSystemEntry[] | null): FileSystemDirectoryEntry {
  return {
    ...{ name, isFile: false, isDirectory: true },
    createReader: () => {
      const left = [...(inside ?? [])];
      return {
        readEntries: (found: FileSystemEntriesCallback, failed?: ErrorCallback) =>
          inside === null ? failed?.(new DOMException('denied', 'NotAllowedError')) : found(left.splice(0, AT_A_TIME)),
      };
    },
  } as unknown as FileSystemDirectoryEntry;
}

/** What a browser says of a drop: a folder among its files is one that nobody can read. The items are gone when the event is. */
export function aDrop(...entries: readonly (File | FileSystemEntry)[]): DataTransfer {
  const items = entries.map((entry) => ({
    webkitGetAsEntry: () => (entry instanceof File ? fileEntry(entry.name, entry) : entry),
  }));
  queueMicrotask(() => items.splice(0));
  const files = entries.map((entry) => (entry instanceof File ? entry : new File([], entry.name)));
  return { types: ['Files'], files, items, dropEffect: 'copy' } as unknown as DataTransfer;
}
