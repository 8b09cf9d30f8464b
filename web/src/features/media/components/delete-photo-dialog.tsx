import type { Photo } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError, usePageBusiness } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { postName } from '#lib/words.ts';
import { ConfirmDialog, toast } from '#ui/index.ts';
import { changeDeleted } from '../api/deleted-photos.ts';
import { useDeletePhoto, useScheduledUses } from '../api/photos.ts';
import { deletionTexts } from '../deletion-texts.ts';
import { mediaTexts } from '../texts.ts';

export type DeletePhotoDialogProps = { photo: Photo; timeZone: string; onClose(deleted: boolean): void };

/** Posts that are named; the rest is counted. */
const NAMED = 5;

/** Asks before one photo is deleted, and names the scheduled posts that need it. */
export function DeletePhotoDialog({ photo, timeZone, onClose }: DeletePhotoDialogProps) {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const remove = useDeletePhoto();
  const { posts: uses, isLoading } = useScheduledUses(photo);
  // The server knows of posts that were not read: there are more of them, or they are newer.
  const [isRefused, setIsRefused] = useState(false);
  const isNeeded = uses.length > 0 || isRefused;
  const run = () =>
    remove.mutateAsync({ id: photo.id, force: isNeeded }).then(
      () => {
        toast({
          ...{ title: mediaTexts.success, description: mediaTexts.deleted(1), tone: 'success' },
          action: { label: 'Undo', onSelect: () => void changeDeleted(client, businessId, photo.id, 'restore') },
        });
        onClose(true);
      },
      (error: unknown) => {
        if (isApiError(error) && error.code === 'in_use') {
          setIsRefused(true);
          return;
        }
        toastError(error, mediaTexts.deleteFailed);
        onClose(false);
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title={deletionTexts.question(1)}
      description={
        uses.length > 0 ? (
          <>
            {deletionTexts.neededWarning(uses.length)}
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
        ) : isRefused ? (
          <span role="alert">{deletionTexts.refused}</span>
        ) : photo.usedInPosts > 0 ? (
          deletionTexts.publishedWarning
        ) : (
          deletionTexts.warning
        )
      }
      confirmLabel={isNeeded ? 'Delete anyway' : 'Delete'}
      destructive
      pending={remove.isPending}
      waiting={isLoading}
      onConfirm={() => void run()}
    />
  );
}
