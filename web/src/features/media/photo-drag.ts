import type { Photo } from '@postloom/contracts';
import { useEffect, useState } from 'react';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/toast-store.ts';
import { useUpdatePhoto } from './api/photos.ts';
import { mediaTexts } from './texts.ts';

/** What a dragged photo carries its id as; its name goes with it as text. */
const PHOTO = 'application/x-postloom-photo';

export function carryPhoto(data: DataTransfer, { id, originalName }: Pick<Photo, 'id' | 'originalName'>): void {
  data.setData(PHOTO, id);
  data.setData('text/plain', originalName);
  data.effectAllowed = 'move';
}

export function carriesPhoto(data: DataTransfer): boolean {
  return data.types.includes(PHOTO);
}

/** The id of the photo that is dropped; null for anything else. */
export function droppedPhoto(data: DataTransfer): string | null {
  return data.getData(PHOTO) || null;
}

/** Moves a photo into an album, or out of its own, and offers to take that back. What is said of it is that of a dragged one unless given. */
export function useMovePhoto() {
  const { mutateAsync } = useUpdatePhoto();
  const move = ({ id }: Pick<Photo, 'id'>, albumId: string | null) => mutateAsync({ id, changes: { albumId } });
  const undo = (photo: Photo) =>
    move(photo, photo.albumId).then(
      () => toast({ title: mediaTexts.success, description: mediaTexts.undone, tone: 'success' }),
      (error: unknown) => toastError(error, mediaTexts.undoFailed),
    );
  return async (
    photo: Photo,
    to: string | null,
    moved: string = mediaTexts.drag.moved,
    failed: string = mediaTexts.moveFailed,
  ) => {
    try {
      await move(photo, to);
      const description = to === null ? mediaTexts.unsorted(1) : moved;
      const action = { label: 'Undo', onSelect: () => void undo(photo) };
      toast({ title: mediaTexts.success, description, tone: 'success', action });
    } catch (error) {
      toastError(error, failed);
    }
  };
}

/** True while a photo of this page is dragged. */
export function usePhotoIsDragged(): boolean {
  const [isDragged, setIsDragged] = useState(false);
  useEffect(() => {
    const begin = (event: DragEvent) => {
      if (event.dataTransfer && carriesPhoto(event.dataTransfer)) {
        // A page that changes while the drag begins would end it.
        requestAnimationFrame(() => setIsDragged(true));
      }
    };
    const end = () => requestAnimationFrame(() => setIsDragged(false));
    addEventListener('dragstart', begin);
    addEventListener('dragend', end);
    return () => {
      removeEventListener('dragstart', begin);
      removeEventListener('dragend', end);
    };
  }, []);
  useEffect(() => {
    if (!isDragged) {
      return undefined;
    }
    // A tile that was scrolled away tells nobody of the end of its drag, but no pointer moves before that end.
    const end = () => setIsDragged(false);
    addEventListener('pointermove', end);
    return () => removeEventListener('pointermove', end);
  }, [isDragged]);
  return isDragged;
}
