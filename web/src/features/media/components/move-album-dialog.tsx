import { useState } from 'react';
import { albumOption, type LevelledAlbum } from '#data/albums.ts';
import { messageOr } from '#lib/api/index.ts';
import { whyNotInside } from '#lib/contract-data.ts';
import { Field, FormDialog, NativeSelect } from '#ui/index.ts';
import { albumTexts } from '../album-texts.ts';
import { useMoveAlbum } from '../api/albums.ts';
import { moveAlbumTexts } from '../move-album-texts.ts';

export type MoveAlbumDialogProps = {
  album: LevelledAlbum;
  albums: readonly LevelledAlbum[];
  onClose(): void;
};

/** Puts an album inside another; only those are offered that take it. */
export function MoveAlbumDialog({ album, albums, onClose }: MoveAlbumDialogProps) {
  const { move, isPending, error } = useMoveAlbum();
  const [parentId, setParentId] = useState(album.parentId ?? '');
  const save = () => void move(album, parentId || null).then((isMoved) => (isMoved ? onClose() : undefined));
  return (
    <FormDialog
      title={moveAlbumTexts.title(album.name)}
      width="sm"
      submitLabel="Move"
      disabled={parentId === (album.parentId ?? '')}
      pending={isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={moveAlbumTexts.inside} error={error ? messageOr(error, albumTexts.updateFailed) : undefined}>
        <NativeSelect value={parentId} onChange={(event) => setParentId(event.target.value)}>
          <option value="">{moveAlbumTexts.topLevel}</option>
          {albums
            .filter(({ id }) => whyNotInside(albums, album.id, id) === null)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {albumOption(one)}
              </option>
            ))}
        </NativeSelect>
      </Field>
    </FormDialog>
  );
}
