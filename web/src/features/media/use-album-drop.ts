import { useState, type DragEvent } from 'react';
import { carriesPhoto, droppedPhoto } from './photo-drag.ts';

/** What photos are dropped on: the albums, and what takes them out of theirs. */
export function useAlbumDrop(onDrop: (photoId: string, albumId: string | null) => void) {
  const [over, setOver] = useState<string | null>(null);
  const accept = (event: DragEvent, id: string) => {
    if (carriesPhoto(event.dataTransfer)) {
      event.preventDefault();
      setOver(id);
    }
  };
  const targetOf = (id: string) => ({
    onDragEnter: (event: DragEvent) => accept(event, id),
    onDragOver: (event: DragEvent) => accept(event, id),
    onDragLeave: (event: DragEvent) => {
      // From one thing inside it to the next is no leaving.
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) {
        setOver((before) => (before === id ? null : before));
      }
    },
    onDrop: (event: DragEvent) => {
      setOver(null);
      const photoId = droppedPhoto(event.dataTransfer);
      if (photoId !== null) {
        event.preventDefault();
        onDrop(photoId, id === 'none' ? null : id);
      }
    },
  });
  return { over, targetOf };
}
