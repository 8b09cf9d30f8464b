import type { Album } from '@postloom/contracts';
import { useState, type DragEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { droppedPhoto } from '../photo-drag.ts';
import { mediaTexts } from '../texts.ts';

export type AlbumDropBarProps = {
  albums: readonly Pick<Album, 'id' | 'name'>[];
  onDrop(photoId: string, albumId: string | null): void;
};

/** The albums, while a photo is dragged: it is dropped on one of them. Whoever does not drag has the selection's 'Move to album'. */
export function AlbumDropBar({ albums, onDrop }: AlbumDropBarProps) {
  const [over, setOver] = useState<string | null>(null);
  const targets = [...albums, { id: 'none', name: 'No Album' }];
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-3 bottom-3 z-40 grid max-h-[40dvh] gap-2 overflow-y-auto rounded-card border border-line bg-cloth p-3 shadow-lift"
    >
      <p className="text-sm font-semibold">{mediaTexts.drag.hint}</p>
      <ul className="flex flex-wrap gap-2">
        {targets.map(({ id, name }) => (
          <li
            key={id}
            onDragOver={(event: DragEvent) => {
              event.preventDefault();
              setOver(id);
            }}
            onDragLeave={() => setOver((before) => (before === id ? null : before))}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              const photoId = droppedPhoto(event.dataTransfer);
              if (photoId !== null) {
                onDrop(photoId, id === 'none' ? null : id);
              }
            }}
            className={cn(
              'max-w-56 truncate rounded-control border border-dashed px-4 py-3 text-sm font-semibold',
              over === id ? 'border-woad bg-woad-soft text-woad' : 'border-line-strong',
            )}
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
