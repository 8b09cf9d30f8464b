import type { LevelledAlbum } from '#data/albums.ts';
import { cn } from '#lib/cn.ts';
import { mediaTexts } from '../texts.ts';
import { useAlbumDrop } from '../use-album-drop.ts';

export type AlbumDropBarProps = {
  albums: readonly Pick<LevelledAlbum, 'id' | 'name' | 'above'>[];
  onDrop(photoId: string, albumId: string | null): void;
};

/**
 * The albums, while a photo is dragged where no panel of them has room: it is dropped on one of them. Whoever does not drag has the
 * selection's 'Move to album'.
 */
export function AlbumDropBar({ albums, onDrop }: AlbumDropBarProps) {
  const { over, targetOf } = useAlbumDrop(onDrop);
  const targets = [...albums, { id: 'none', name: 'No Album', above: '' }];
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-3 bottom-3 z-40 grid max-h-[40dvh] gap-2 overflow-y-auto rounded-card border border-line bg-cloth p-3 shadow-lift"
    >
      <p className="text-sm font-semibold">{mediaTexts.drag.hint}</p>
      <ul className="flex flex-wrap gap-2">
        {targets.map(({ id, name, above }) => (
          <li
            key={id}
            {...targetOf(id)}
            className={cn(
              'grid min-h-12 max-w-60 content-center rounded-control border border-dashed px-4 py-1.5 text-sm font-semibold',
              over === id ? 'border-woad bg-woad-soft text-woad' : 'border-line-strong',
            )}
          >
            {above ? <span className="truncate text-xs font-normal text-muted">{above}</span> : null}
            <span className="truncate">{name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
