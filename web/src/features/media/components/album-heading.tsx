import { Suspense } from 'react';
import type { LevelledAlbum } from '#data/albums.ts';
import { Badge, Button } from '#ui/index.ts';
import type { AlbumInsideProps } from './album-parts.tsx';
import type { AlbumQuestion } from './album-questions.tsx';
import { AlbumAbove, AlbumActions, AlbumInside } from './deferred-parts.ts';

export type AlbumHeadingProps = Omit<AlbumInsideProps, 'album'> & {
  /** The name above the photos; null for all of them. */
  name: string | null;
  /** The album itself; undefined for all photos and for those in none. */
  album: LevelledAlbum | undefined;
  /** How many photos are below, in words; undefined while it is not known. */
  total: string | undefined;
  /** What is asked before the album is changed. Left out where a panel of albums stands beside, which has a menu for each. */
  onAsk?: ((question: AlbumQuestion) => void) | undefined;
};

/** Which photos are shown, where their album stands and what is inside it, and what can be done with it. */
export function AlbumHeading({ name, album, total, onAsk, ...others }: AlbumHeadingProps) {
  return (
    <div className="grid grid-cols-1 gap-2 pb-3">
      <Suspense fallback={null}>{album ? <AlbumAbove album={album} {...others} /> : null}</Suspense>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="max-w-full truncate text-lg font-bold">{name === null ? 'All Photos' : `${name} Photos`}</h2>
        {total === undefined ? null : <Badge>{total}</Badge>}
        {name === null ? null : (
          <>
            <Badge tone="woad" className="max-w-full">
              <span className="truncate">{`Viewing: ${name}`}</span>
            </Badge>
            <Button variant="link" className="touch:min-h-11" onClick={() => others.onAlbum('')}>
              Show All
            </Button>
          </>
        )}
        <Suspense fallback={null}>{album && onAsk ? <AlbumActions album={album} onAsk={onAsk} /> : null}</Suspense>
      </div>
      {album?.description ? <p className="text-sm text-muted">{album.description}</p> : null}
      <Suspense fallback={null}>{album ? <AlbumInside album={album} {...others} /> : null}</Suspense>
    </div>
  );
}
