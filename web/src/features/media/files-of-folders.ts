import { toast } from '#ui/toast-store.ts';
import { isOfSystem } from './is-of-system.ts';

/** Its texts: nothing else says them. */
const texts = {
  nothing: 'Nothing to upload',
  empty: ([folder = '', ...others]: readonly string[]) =>
    others.length === 0 ? `There are no files in the folder ${folder}.` : 'There are no files in these folders.',
  notRead: 'Not everything was added',
  tryAgain: 'Some of what you dropped could not be read. Please try again.',
} as const;

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/**
 * The files that were dropped and those inside of folders, however deep. It says when there are none, or when some could not be read.
 * Uppy has the like for its own drop area, which needs the drop itself: that is over when this code is here.
 */
export async function filesOf(dropped: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  let isWhole = true;
  const take = async (entries: readonly FileSystemEntry[]): Promise<void> => {
    for (const entry of entries) {
      try {
        if (isFolder(entry)) {
          await take((await entriesOf(entry)).filter(({ name }) => !isOfSystem(name)));
        } else if (isFile(entry)) {
          files.push(await fileOf(entry));
        }
      } catch {
        isWhole = false;
      }
    }
  };
  await take(dropped);
  if (!isWhole) {
    toast({ title: texts.notRead, description: texts.tryAgain, tone: 'error' });
  } else if (files.length === 0) {
    toast({ title: texts.nothing, description: texts.empty(dropped.map(({ name }) => name)), tone: 'error' });
  }
  return files;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser tells of some at a time, and of none when those were all. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return all;
    }
    all.push(...some);
  }
}
