import { Folder, FolderInput, PencilLine, Trash2 } from 'lucide-react';
import type { LevelledAlbum } from '#data/albums.ts';
import { albumPath } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { Badge, Button } from '#ui/index.ts';
import { mediaTexts } from '../texts.ts';
import type { AlbumQuestion } from './album-questions.tsx';

export type AlbumHeadingProps = {
  /** The name above the photos; null for all of them. */
  name: string | null;
  /** The album itself; undefined for all photos and for those in none. */
  album: LevelledAlbum | undefined;
  albums: readonly LevelledAlbum[];
  /** How many photos are below, in words; undefined while it is not known. */
  total: string | undefined;
  /** The photos of the albums inside it are shown, too. */
  isWithInside: boolean;
  onWithInside(isWith: boolean): void;
  /** Another album; empty: all photos. */
  onAlbum(id: string): void;
  /** What is asked before the album is changed. Left out where a panel of albums stands beside, which has a menu for each. */
  onAsk?: ((question: AlbumQuestion) => void) | undefined;
};

/** Which photos are shown, where their album stands and what is inside it, and what can be done with it. */
export function AlbumHeading(props: AlbumHeadingProps) {
  const { name, album, albums, total, isWithInside, onWithInside, onAlbum, onAsk } = props;
  const above = album
    ? albumPath(new Map(albums.map((one) => [one.id, one])), album.parentId ?? null).toReversed()
    : [];
  const inside = album ? albums.filter(({ parentId }) => parentId === album.id) : [];
  return (
    <div className="grid gap-2 pb-3">
      {above.length > 0 ? (
        <nav aria-label={mediaTexts.album.path} className="text-sm text-muted">
          <ol className="flex flex-wrap items-center gap-x-1.5">
            {above.map(({ id, name: label }) => (
              <li key={id} className="flex min-w-0 items-center gap-x-1.5">
                <Button variant="link" className="max-w-48 truncate" onClick={() => onAlbum(id)}>
                  {label}
                </Button>
                <span aria-hidden="true">/</span>
              </li>
            ))}
            <li aria-current="page" className="min-w-0 truncate font-medium">
              {name}
            </li>
          </ol>
        </nav>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="min-w-0 truncate text-lg font-bold">{name === null ? 'All Photos' : `${name} Photos`}</h2>
        {total === undefined ? null : <Badge>{total}</Badge>}
        {name === null ? null : <Badge tone="woad">{`Viewing: ${name}`}</Badge>}
        {name === null ? null : (
          <Button variant="link" onClick={() => onAlbum('')}>
            Show All
          </Button>
        )}
        {album && onAsk ? (
          <div className="flex flex-wrap gap-1 max-sm:-ml-3 sm:ml-auto">
            <Button
              variant="ghost"
              size="sm"
              aria-label="Edit the album"
              onClick={() => onAsk({ kind: 'edit', album })}
            >
              <PencilLine aria-hidden="true" />
              Edit
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={mediaTexts.album.moveLabel}
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
        ) : null}
      </div>
      {album?.description ? <p className="text-sm text-muted">{album.description}</p> : null}
      {inside.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <ul aria-label={mediaTexts.album.insideList} className="contents">
            {inside.map(({ id, name: label, photoCount }) => (
              <li key={id} className="min-w-0">
                <Button variant="secondary" size="sm" className="max-w-60" onClick={() => onAlbum(id)}>
                  <Folder aria-hidden="true" />
                  <span className="truncate">{`${label} (${formatNumber(photoCount)})`}</span>
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
            {mediaTexts.album.withInside}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
