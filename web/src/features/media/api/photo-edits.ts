import type { Photo, PhotoEdit } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { replacePhoto } from '#data/photos.ts';
import { callRoute, routes, usePageBusiness } from '#lib/api/index.ts';
import { toast } from '#ui/toast-store.ts';
import { editorTexts } from '../editor/texts.ts';
import { mediaTexts } from '../texts.ts';
import { useCopyPhoto } from './photo-copies.ts';

/** Saves what the editor shows as a new photo, and says so. */
export function useEditedCopy() {
  return useCopyPhoto({ title: mediaTexts.success, description: editorTexts.copied, tone: 'success' });
}

/** Changes what a photo shows, and says so. */
export function useSetLook() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: ({ photo, edit }: { photo: Photo; edit: PhotoEdit | null }) =>
      callRoute(routes.setPhotoLook, { businessId, params: { id: photo.id }, body: { edit } }),
    onSuccess: (photo, { edit }) => {
      replacePhoto(client, photo);
      const description = edit === null ? editorTexts.backAgain : editorTexts.saved;
      toast({ title: mediaTexts.success, description, tone: 'success' });
    },
  });
}
