import type { Album } from '@postloom/contracts';
import { albumsInside, useAlbums } from '#data/albums.ts';
import { applyServerErrors } from '#lib/forms.ts';
import { toastError } from '#lib/toast-error.ts';
import { ConfirmDialog, Field, FormDialog, Input, Textarea, toast } from '#ui/index.ts';
import { useAlbumForm } from '../album-form.ts';
import { albumTexts } from '../album-texts.ts';
import { useChangeAlbum, useCreateAlbum, useDeleteAlbum } from '../api/albums.ts';
import { albumsInsideStay } from '../deletion-texts.ts';
import { mediaTexts } from '../texts.ts';

export type AlbumDialogProps = {
  /** The album to change; null for a new one. */
  album: Album | null;
  /** The album that a new one stands in. */
  parent?: Pick<Album, 'id' | 'name'> | undefined;
  onClose(): void;
  onSaved(album: Album): void;
};

/** Names and describes a new album, or one that exists. */
export function AlbumDialog({ album, parent, onClose, onSaved }: AlbumDialogProps) {
  const create = useCreateAlbum();
  const change = useChangeAlbum();
  const { register, handleSubmit, formState, setError } = useAlbumForm(album);
  const submit = handleSubmit(async ({ name, description: typed }) => {
    const description = typed?.trim();
    // Whoever has left by Back meanwhile is not led to the album.
    const whileShown = { onSuccess: (saved: Album) => onSaved(saved) };
    try {
      await (album
        ? change.mutateAsync({ id: album.id, name, description: description || null }, whileShown)
        : create.mutateAsync(
            { name, ...(description ? { description } : {}), parentId: parent?.id ?? null },
            whileShown,
          ));
      const said = album ? albumTexts.updated : albumTexts.created;
      toast({ title: mediaTexts.success, description: said, tone: 'success' });
    } catch (error) {
      const failure = album ? albumTexts.updateFailed : albumTexts.createFailed;
      const message = applyServerErrors(error, ['name', 'description'], setError, failure);
      if (message !== null) {
        setError('name', { message });
      }
    }
  });
  return (
    <FormDialog
      title={album ? 'Edit Album' : albumTexts.newTitle(parent?.name)}
      width="sm"
      submitLabel={album ? 'Save' : 'Create Album'}
      pending={formState.isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Album name" required error={formState.errors.name?.message}>
        <Input maxLength={100} autoFocus {...register('name')} />
      </Field>
      <Field label="Description (optional)" error={formState.errors.description?.message}>
        <Textarea rows={2} maxLength={500} {...register('description')} />
      </Field>
    </FormDialog>
  );
}

export type DeleteAlbumDialogProps = { album: Album; onClose(): void; onDeleted(): void };

/** Asks before an album is deleted. Its photos stay. */
export function DeleteAlbumDialog({ album, onClose, onDeleted }: DeleteAlbumDialogProps) {
  const remove = useDeleteAlbum();
  const inside = albumsInside(useAlbums().albums, album);
  const run = () =>
    remove.mutateAsync(album.id, { onSuccess: onDeleted, onError: onClose }).then(
      () => toast({ title: mediaTexts.success, description: albumTexts.deleted, tone: 'success' }),
      (error: unknown) => toastError(error, albumTexts.deleteFailed),
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Delete ${album.name}?`}
      description={
        <>
          <span className="block">{albumTexts.deleteQuestion}</span>
          {inside.length > 0 ? (
            <span className="mt-2 block">{albumsInsideStay(inside.map(({ name }) => name))}</span>
          ) : null}
        </>
      }
      confirmLabel="Delete Album"
      destructive
      pending={remove.isPending}
      onConfirm={() => void run()}
    />
  );
}
