import { Folder, FolderInput, PencilLine, Trash2 } from 'lucide-react';
import { albumsInside, type LevelledAlbum } from '#data/albums.ts';
import { albumPath } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/index.ts';
import { albumPartsTexts } from '../album-parts-texts.ts';
import type { AlbumQuestion } from './album-questions.tsx';

export type AlbumPartProps = {
  album: LevelledAlbum;
  albums: readonly LevelledAlbum[];
  /** Another album; empty: all photos. */
  onAlbum(id: string): void;
};

/** The albums that this one is inside of. */
export function AlbumAbove({ album, albums, onAlbum }: AlbumPartProps) {
  const above = albumPath(new Map(albums.map((one) => [one.id, one])), album.parentId ?? null).toReversed();
  if (above.length === 0) {
    return null;
  }
  return (
    <nav aria-label={albumPartsTexts.path} className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {above.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 items-center gap-x-1.5">
            <Button variant="link" className="max-w-48 touch:min-h-11" onClick={() => onAlbum(id)}>
              <span className="truncate">{name}</span>
            </Button>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate font-medium">
          {album.name}
        </li>
      </ol>
    </nav>
  );
}

/** What can be done with the album. */
export function AlbumActions({ album, onAsk }: { album: LevelledAlbum; onAsk(question: AlbumQuestion): void }) {
  return (
    <div className="flex flex-wrap gap-1 max-sm:-ml-3 sm:ml-auto">
      <Button variant="ghost" size="sm" aria-label="Edit the album" onClick={() => onAsk({ kind: 'edit', album })}>
        <PencilLine aria-hidden="true" />
        Edit
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={albumPartsTexts.moveLabel}
        onClick={() => onAsk({ kind: 'move', album })}
      >
        <FolderInput aria-hidden="true" />
        Move
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="hover:text-madder"
        aria-label="Delete the album"
        onClick={() => onAsk({ kind: 'delete', album })}
      >
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    </div>
  );
}

export type AlbumInsideProps = AlbumPartProps & {
  /** The photos of the albums inside it are shown, too. */
  isWithInside: boolean;
  onWithInside(isWith: boolean): void;
};

/** The albums inside this one, and whether their photos are shown with its own. */
export function AlbumInside({ album, albums, onAlbum, isWithInside, onWithInside }: AlbumInsideProps) {
  const inside = albumsInside(albums, album);
  if (inside.length === 0) {
    return null;
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={albumPartsTexts.insideList} className="contents">
        {inside.map(({ id, name, photoCount }) => (
          <li key={id} className="min-w-0">
            <Button variant="secondary" size="sm" className="max-w-60" onClick={() => onAlbum(id)}>
              <Folder aria-hidden="true" />
              <span className="truncate">{`${name} (${formatNumber(photoCount)})`}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={isWithInside}
        className={isWithInside ? 'bg-woad-soft text-woad' : undefined}
        onClick={() => onWithInside(!isWithInside)}
      >
        {albumPartsTexts.withInside}
      </Button>
    </div>
  );
}
