import type { Photo, PhotoEdit } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { replacePhoto } from '#data/photos.ts';
import { callRoute, routes, usePageBusiness } from '#lib/api/index.ts';
import { toastError } from '#lib/toast-error.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { toast } from '#ui/toast-store.ts';
import { editorTexts } from '../editor/texts.ts';
import { mediaTexts } from '../texts.ts';
import { useCopyPhoto } from './photo-copies.ts';

/** Saves what the editor shows as a new photo, and says so; the new one can be opened from there. */
export function useEditedCopy() {
  const address = useSearchState();
  return useCopyPhoto(({ id }) => ({
    ...{ title: mediaTexts.success, description: editorTexts.copied, tone: 'success' },
    action: { label: editorTexts.openCopy, onSelect: () => address.set({ photo: id }, 'push') },
  }));
}

/** Changes what a photo shows, and says so; that can be taken back. */
export function useSetLook() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const setLook = async (id: string, edit: PhotoEdit | null) => {
    const photo = await callRoute(routes.setPhotoLook, { businessId, params: { id }, body: { edit } });
    replacePhoto(client, photo);
    return photo;
  };
  /** Outlives the editor, which has closed. */
  const undo = async (id: string, before: PhotoEdit | null) => {
    try {
      await setLook(id, before);
      toast({ title: mediaTexts.success, description: mediaTexts.undone, tone: 'success' });
    } catch (error) {
      toastError(error, mediaTexts.undoFailed);
    }
  };
  return useMutation({
    mutationFn: ({ photo, edit }: { photo: Photo; edit: PhotoEdit | null }) => setLook(photo.id, edit),
    onSuccess: (_, { photo: { id, edit: before = null }, edit }) => {
      const description = edit === null ? editorTexts.backAgain : editorTexts.saved;
      toast({
        ...{ title: mediaTexts.success, description, tone: 'success' },
        action: { label: 'Undo', onSelect: () => void undo(id, before) },
      });
    },
  });
}
