import type { ReactNode } from 'react';
import { Button, Card, EmptyState } from '#ui/index.ts';
import { emptyAlbumTexts } from '../empty-album-texts.ts';
import { mediaTexts } from '../texts.ts';

export type EmptyLibraryProps = {
  search: string;
  isFiltered: boolean;
  /** The id of the album that is shown, 'none' for the photos in no album, empty for all. */
  albumId: string;
  uploadButton: ReactNode;
  onClearSearch(): void;
  onClearFilters(): void;
  onShowAll(): void;
  /** Shows the photos of the albums inside this one as well; left out where there are none, or they are shown. */
  onShowInside?: (() => void) | undefined;
};

/** No photo is shown: why, and what leads to some. */
export function EmptyLibrary(props: EmptyLibraryProps) {
  const { search, isFiltered, albumId, uploadButton, onClearSearch, onClearFilters, onShowAll, onShowInside } = props;
  const back = (label: string, onClick: () => void) => (
    <Button variant="secondary" onClick={onClick}>
      {label}
    </Button>
  );
  const [why, next] = search
    ? ['Try adjusting your search terms', back('Clear search', onClearSearch)]
    : isFiltered
      ? [mediaTexts.noneFiltered, back(mediaTexts.filters.clear, onClearFilters)]
      : albumId === ''
        ? ['Upload your first photos to get started', uploadButton]
        : [
            albumId === 'none'
              ? 'Every photo is in an album.'
              : onShowInside
                ? emptyAlbumTexts.onlyInside
                : 'This album is empty. Upload photos, or select some in your library and move them here.',
            <>
              {uploadButton}
              {onShowInside ? back(emptyAlbumTexts.showInside, onShowInside) : back('Show All', onShowAll)}
            </>,
          ];
  return (
    <Card>
      <EmptyState title="No photos found" pattern="photos" action={next}>
        {why}
      </EmptyState>
    </Card>
  );
}

/** The address names an album that there is no more, or never was. */
export function GoneAlbum({ onShowAll }: Pick<EmptyLibraryProps, 'onShowAll'>) {
  return (
    <Card>
      <EmptyState
        title={mediaTexts.albumGone}
        pattern="photos"
        action={
          <Button variant="secondary" onClick={onShowAll}>
            Show All
          </Button>
        }
      >
        {emptyAlbumTexts.goneHint}
      </EmptyState>
    </Card>
  );
}
