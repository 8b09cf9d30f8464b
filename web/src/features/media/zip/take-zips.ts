import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast-store.ts';
import { uploadTexts } from '../upload-texts.ts';

export const isZip = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  type === 'application/zip' || /\.zip$/i.test(name);

/** Sends the zips among some files on their way, into the album the page shows unless it is said which; gives back the others. */
export function takeZips(
  client: QueryClient,
  businessId: string,
  files: readonly File[],
  albumId?: string | null,
): readonly File[] {
  const zips = files.filter(isZip);
  if (zips.length > 0) {
    void import('./upload-zip.ts').then(
      ({ uploadZips }) => uploadZips(client, businessId, zips, albumId),
      () => toast({ title: uploadTexts.uploadFailed, description: uploadTexts.noConnection, tone: 'error' }),
    );
  }
  return files.filter((file) => !isZip(file));
}
