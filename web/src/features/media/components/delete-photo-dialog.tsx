import type { Photo } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { usePageBusiness } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { postName } from '#lib/words.ts';
import { ConfirmDialog, toast } from '#ui/index.ts';
import { changeDeleted } from '../api/deleted-photos.ts';
import { useDeletePhoto, useScheduledUses } from '../api/photos.ts';
import { mediaTexts } from '../texts.ts';

export type DeletePhotoDialogProps = { photo: Photo; timeZone: string; onClose(deleted: boolean): void };

/** Posts that are named; the rest is counted. */
const NAMED = 5;

/** Asks before one photo is deleted, and names the scheduled posts that need it. */
export function DeletePhotoDialog({ photo, timeZone, onClose }: DeletePhotoDialogProps) {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const remove = useDeletePhoto();
  const uses = useScheduledUses(photo);
  const run = () =>
    remove.mutateAsync({ id: photo.id, force: uses.length > 0 }).then(
      () => {
        toast({
          ...{ title: mediaTexts.success, description: mediaTexts.deleted(1), tone: 'success' },
          action: { label: 'Undo', onSelect: () => void changeDeleted(client, businessId, photo.id, 'restore') },
        });
        onClose(true);
      },
      (error: unknown) => {
        toastError(error, mediaTexts.deleteFailed);
        onClose(false);
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title={mediaTexts.deleteQuestion(1)}
      description={
        uses.length > 0 ? (
          <>
            {mediaTexts.deleteNeededWarning(uses.length)}
            <span className="mt-2 grid gap-1">
              {uses.slice(0, NAMED).map((post) => (
                <span key={post.id} className="block border-l-2 border-weld-fill pl-3 text-ink">
                  {postName(post.caption, 60)}
                  {post.scheduledFor ? (
                    <span className="block text-xs text-muted">{formatInstant(post.scheduledFor, timeZone)}</span>
                  ) : null}
                </span>
              ))}
              {uses.length > NAMED ? (
                <span className="block pl-3.5">{mediaTexts.andMore(uses.length - NAMED)}</span>
              ) : null}
            </span>
          </>
        ) : photo.usedInPosts > 0 ? (
          mediaTexts.deletePublishedWarning
        ) : (
          mediaTexts.deleteWarning
        )
      }
      confirmLabel={uses.length > 0 ? 'Delete anyway' : 'Delete'}
      destructive
      pending={remove.isPending}
      onConfirm={() => void run()}
    />
  );
}
