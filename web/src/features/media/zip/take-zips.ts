import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast-store.ts';
import { uploadTexts } from '../upload-texts.ts';

const isZip = ({ name, type }: File) => type === 'application/zip' || /\.zip$/i.test(name);

/** Sends the zips among some files on their way; gives back the others. */
export function takeZips(client: QueryClient, businessId: string, files: readonly File[]): readonly File[] {
  const zips = files.filter(isZip);
  if (zips.length > 0) {
    void import('./upload-zip.ts').then(
      async ({ uploadZip }) => {
        for (const zip of zips) {
          await uploadZip(client, businessId, zip);
        }
      },
      () => toast({ title: uploadTexts.uploadFailed, description: uploadTexts.noConnection, tone: 'error' }),
    );
  }
  return files.filter((file) => !isZip(file));
}
