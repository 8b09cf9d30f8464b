import type { Album } from '@postloom/contracts';
import { applyServerErrors } from '#lib/forms.ts';
import { toastError } from '#lib/toast-error.ts';
import { ConfirmDialog, Field, FormDialog, Input, toast } from '#ui/index.ts';
import { useAlbumName } from '../album-name.ts';
import { useCreateAlbum, useDeleteAlbum, useRenameAlbum } from '../api/albums.ts';
import { mediaTexts } from '../texts.ts';

export type AlbumNameDialogProps = {
  /** The album to rename; null for a new one. */
  album: Album | null;
  /** The album that a new one stands in. */
  parent?: Pick<Album, 'id' | 'name'> | undefined;
  onClose(): void;
  onSaved(album: Album): void;
};

/** Names a new album, or one that exists. */
export function AlbumNameDialog({ album, parent, onClose, onSaved }: AlbumNameDialogProps) {
  const create = useCreateAlbum();
  const rename = useRenameAlbum();
  const { register, handleSubmit, formState, setError } = useAlbumName(album?.name);
  const submit = handleSubmit(async ({ name }) => {
    try {
      const saved = album
        ? await rename.mutateAsync({ id: album.id, name })
        : await create.mutateAsync({ name, parentId: parent?.id ?? null });
      const description = album ? mediaTexts.album.updated : mediaTexts.album.created;
      toast({ title: mediaTexts.success, description, tone: 'success' });
      onSaved(saved);
    } catch (error) {
      const failure = album ? mediaTexts.album.updateFailed : mediaTexts.album.createFailed;
      const message = applyServerErrors(error, ['name'], setError, failure);
      if (message !== null) {
        setError('name', { message });
      }
    }
  });
  return (
    <FormDialog
      title={album ? 'Rename Album' : mediaTexts.album.newTitle(parent?.name)}
      width="sm"
      submitLabel={album ? 'Save' : 'Create Album'}
      pending={formState.isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Album name" required error={formState.errors.name?.message}>
        <Input maxLength={100} autoFocus {...register('name')} />
      </Field>
    </FormDialog>
  );
}

export type DeleteAlbumDialogProps = { album: Album; onClose(): void; onDeleted(): void };

/** Asks before an album is deleted. Its photos stay. */
export function DeleteAlbumDialog({ album, onClose, onDeleted }: DeleteAlbumDialogProps) {
  const remove = useDeleteAlbum();
  const run = () =>
    remove.mutateAsync(album.id).then(
      () => {
        toast({ title: mediaTexts.success, description: mediaTexts.album.deleted, tone: 'success' });
        onDeleted();
      },
      (error: unknown) => {
        toastError(error, mediaTexts.album.deleteFailed);
        onClose();
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Delete ${album.name}?`}
      description={mediaTexts.album.deleteQuestion}
      confirmLabel="Delete Album"
      destructive
      pending={remove.isPending}
      onConfirm={() => void run()}
    />
  );
}
