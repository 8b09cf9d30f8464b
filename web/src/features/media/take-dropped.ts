import { toast } from '#ui/toast-store.ts';
import { uploadTexts } from './upload-texts.ts';

/** Hands on the files that were dropped: at once, or with folders among them as soon as those are read. */
export function takeDropped({ items, files }: DataTransfer, onFiles: (files: readonly File[]) => void): void {
  // The items go with the event; what they stand for stays.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) {
    onFiles([...files]);
    return;
  }
  void import('./files-of-folders.ts').then(
    async ({ filesOf }) => onFiles(await filesOf(entries)),
    () => toast({ title: uploadTexts.uploadFailed, description: uploadTexts.noConnection, tone: 'error' }),
  );
}
