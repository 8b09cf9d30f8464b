import type { Photo } from '@postloom/contracts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { excerpt, plural } from '#lib/words.ts';
import { ConfirmDialog, toast } from '#ui/index.ts';
import { useDeletePhoto, useScheduledUses } from '../api/photos.ts';

export type DeletePhotoDialogProps = { photo: Photo; timeZone: string; onClose(deleted: boolean): void };

/** Posts that are named; the rest is counted. */
const NAMED = 5;

/** Asks before one photo is deleted, and names the scheduled posts that need it. */
export function DeletePhotoDialog({ photo, timeZone, onClose }: DeletePhotoDialogProps) {
  const remove = useDeletePhoto();
  const uses = useScheduledUses(photo.id);
  const run = () =>
    remove.mutateAsync({ id: photo.id, force: photo.usedInPosts > 0 }).then(
      () => {
        toast({ title: 'Success', description: 'Photo deleted successfully', tone: 'success' });
        onClose(true);
      },
      (error: unknown) => {
        toastError(error, 'Failed to delete photo');
        onClose(false);
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title="Delete this photo?"
      description={
        uses.length > 0 ? (
          <>
            {uses.length === 1
              ? 'A scheduled post needs this photo'
              : `${plural(uses.length, 'scheduled post')} need this photo`}{' '}
            and will go back to draft:
            <span className="mt-2 grid gap-1">
              {uses.slice(0, NAMED).map((post) => (
                <span key={post.id} className="block border-l-2 border-weld-fill pl-3 text-ink">
                  {excerpt(post.caption, 60)}
                  {post.scheduledFor ? (
                    <span className="block text-xs text-muted">{formatInstant(post.scheduledFor, timeZone)}</span>
                  ) : null}
                </span>
              ))}
              {uses.length > NAMED ? (
                <span className="block pl-3.5">and {plural(uses.length - NAMED, 'more', 'more')}</span>
              ) : null}
            </span>
          </>
        ) : photo.usedInPosts > 0 ? (
          'The file is removed from your library. What is already published stays on the platforms.'
        ) : (
          'The file is removed from your library. This can’t be undone.'
        )
      }
      confirmLabel={uses.length > 0 ? 'Delete anyway' : 'Delete'}
      destructive
      pending={remove.isPending}
      onConfirm={() => void run()}
    />
  );
}
