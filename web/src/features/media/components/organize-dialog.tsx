import { useState } from 'react';
import { albumOption, useAlbums } from '#data/albums.ts';
import { applyServerErrors } from '#lib/forms.ts';
import { plural } from '#lib/words.ts';
import { ErrorState, Field, FormDialog, Input, NativeSelect, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useAlbumForm } from '../album-form.ts';
import { albumTexts } from '../album-texts.ts';
import { useCreateAlbum } from '../api/albums.ts';

const NO_ALBUMS = 'No albums created yet. Create your first album in the Media Library.';

export type OrganizeDialogProps = {
  count: number;
  /** The album of a single photo: undefined when there are several. */
  albumId?: string | null | undefined;
  onClose(): void;
  onSave(albumId: string | null): void;
};

const NONE = 'none';
const NEW = 'new';

/** 'Organize Photo': moves photos into an album, a new one if need be, or out of theirs. */
export function OrganizeDialog({ count, albumId, onClose, onSave }: OrganizeDialogProps) {
  const { albums, isPending, isError, refetch } = useAlbums();
  const create = useCreateAlbum();
  const [picked, setPicked] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useAlbumForm();
  const current = albumId === null ? NONE : albumId;
  const choice = picked ?? current ?? (albums.length > 0 ? '' : NEW);
  const createAndSave = handleSubmit(async ({ name }) => {
    try {
      onSave((await create.mutateAsync({ name })).id);
    } catch (error) {
      const message = applyServerErrors(error, ['name'], setError, albumTexts.createFailed);
      if (message !== null) {
        setError('name', { message });
      }
    }
  });
  return (
    <FormDialog
      title={count === 1 ? 'Organize Photo' : `Organize ${plural(count, 'Photo')}`}
      width="sm"
      submitLabel="Save"
      disabled={isPending || choice === '' || choice === current}
      pending={create.isPending}
      onSubmit={() => {
        if (choice === NEW) {
          void createAndSave();
        } else {
          onSave(choice === NONE ? null : choice);
        }
      }}
      onClose={onClose}
    >
      {isPending ? (
        <SkeletonGroup text="Loading your albums">
          <Skeleton className="h-16" />
        </SkeletonGroup>
      ) : isError && albums.length === 0 ? (
        <ErrorState className="border-0 py-4" onRetry={() => void refetch()} />
      ) : (
        <>
          <Field label="Album" hint={albums.length === 0 ? NO_ALBUMS : undefined}>
            <NativeSelect value={choice} onChange={(event) => setPicked(event.target.value)}>
              {choice === '' ? <option value="">Choose an album</option> : null}
              {albums.map((album) => (
                <option key={album.id} value={album.id}>
                  {albumOption(album)}
                </option>
              ))}
              <option value={NONE}>No Album</option>
              <option value={NEW}>New album...</option>
            </NativeSelect>
          </Field>
          {choice === NEW ? (
            <Field label="Album name" required error={formState.errors.name?.message}>
              <Input maxLength={100} {...register('name')} />
            </Field>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
