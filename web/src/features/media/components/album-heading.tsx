import type { Album } from '@postloom/contracts';
import { PencilLine, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Badge, Button } from '#ui/index.ts';
import { AlbumNameDialog, DeleteAlbumDialog } from './lazy-dialogs.ts';

export type AlbumHeadingProps = {
  /** The name above the photos; null for all of them. */
  name: string | null;
  /** The album itself; undefined for all photos and for those in none. */
  album: Album | undefined;
  /** How many photos are below, in words; undefined while it is not known. */
  total: string | undefined;
  onShowAll(): void;
};

/** Which photos are shown, and what can be done with their album. */
export function AlbumHeading({ name, album, total, onShowAll }: AlbumHeadingProps) {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-3">
      <h2 className="min-w-0 truncate text-lg font-bold">{name === null ? 'All Photos' : `${name} Photos`}</h2>
      {total === undefined ? null : <Badge>{total}</Badge>}
      {name === null ? null : <Badge tone="woad">{`Viewing: ${name}`}</Badge>}
      {name === null ? null : (
        <Button variant="link" onClick={onShowAll}>
          Show All
        </Button>
      )}
      {album ? (
        <div className="flex gap-1 max-sm:-ml-3 sm:ml-auto">
          <Button variant="ghost" size="sm" aria-label="Rename the album" onClick={() => setAsking('rename')}>
            <PencilLine aria-hidden="true" />
            Rename
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="hover:text-madder"
            aria-label="Delete the album"
            onClick={() => setAsking('delete')}
          >
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {album && asking === 'rename' ? <AlbumNameDialog album={album} onClose={close} onSaved={close} /> : null}
        {album && asking === 'delete' ? (
          <DeleteAlbumDialog
            album={album}
            onClose={close}
            onDeleted={() => {
              close();
              onShowAll();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
