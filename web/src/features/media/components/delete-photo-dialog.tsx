import type { Photo, Post } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError, usePageBusiness } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { postName } from '#lib/words.ts';
import { ConfirmDialog, toast } from '#ui/index.ts';
import { useDeletePhoto } from '../api/delete-photo.ts';
import { changeDeleted } from '../api/deleted-photos.ts';
import { usePhotoUses, useScheduledUses } from '../api/photo-uses.ts';
import { deletionTexts } from '../deletion-texts.ts';
import { mediaTexts } from '../texts.ts';

export type DeletePhotoDialogProps = { photo: Photo; timeZone: string; onClose(deleted: boolean): void };

/** Posts that are named; the rest is counted. */
const NAMED = 5;

/** Asks before one photo is deleted, and names the scheduled posts that need it and the drafts that show it. */
export function DeletePhotoDialog({ photo, timeZone, onClose }: DeletePhotoDialogProps) {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const remove = useDeletePhoto();
  const { posts: uses, isLoading } = useScheduledUses(photo);
  // They keep nothing from being deleted.
  const drafts = usePhotoUses(photo, NAMED, 'draft');
  // The server knows of posts that were not read: there are more of them, or they are newer.
  const [isRefused, setIsRefused] = useState(false);
  const isNeeded = uses.length > 0 || isRefused;
  const isRefusal = (error: unknown) => isApiError(error) && error.code === 'in_use';
  const run = () => {
    // Whoever has left by Back meanwhile is not led on from where they are, but is told.
    const whileShown = {
      onSuccess: () => onClose(true),
      onError: (error: unknown) => (isRefusal(error) ? setIsRefused(true) : onClose(false)),
    };
    void remove.mutateAsync({ id: photo.id, force: isNeeded }, whileShown).then(
      () =>
        toast({
          ...{ title: mediaTexts.success, description: mediaTexts.deleted(1), tone: 'success' },
          action: { label: 'Undo', onSelect: () => void changeDeleted(client, businessId, photo.id, 'restore') },
        }),
      (error: unknown) => (isRefusal(error) ? undefined : toastError(error, mediaTexts.deleteFailed)),
    );
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title={deletionTexts.question(1)}
      description={
        <>
          {uses.length > 0 ? (
            <>
              {deletionTexts.neededWarning(uses.length)}
              <PostNames posts={uses} total={uses.length} timeZone={timeZone} />
            </>
          ) : isRefused ? (
            <span role="alert">{deletionTexts.refused}</span>
          ) : photo.usedInPosts > 0 ? (
            deletionTexts.publishedWarning
          ) : (
            deletionTexts.warning
          )}
          {drafts.total > 0 ? (
            <span className="mt-3 block">
              {deletionTexts.drafts(drafts.total)}
              <PostNames posts={drafts.posts} total={drafts.total} timeZone={timeZone} />
            </span>
          ) : null}
        </>
      }
      confirmLabel={isNeeded ? 'Delete anyway' : 'Delete'}
      destructive
      pending={remove.isPending}
      waiting={isLoading || drafts.isLoading}
      onConfirm={run}
    />
  );
}

/** The first of these posts by name, each with its time if it has one, and how many more they are. */
function PostNames({ posts, total, timeZone }: { posts: readonly Post[]; total: number; timeZone: string }) {
  return (
    <span className="mt-2 grid gap-1">
      {posts.slice(0, NAMED).map((post) => (
        <span key={post.id} className="block border-l-2 border-weld-fill pl-3 text-ink">
          {postName(post.caption, 60)}
          {post.scheduledFor ? (
            <span className="block text-xs text-muted">{formatInstant(post.scheduledFor, timeZone)}</span>
          ) : null}
        </span>
      ))}
      {total > NAMED ? <span className="block pl-3.5">{mediaTexts.andMore(total - NAMED)}</span> : null}
    </span>
  );
}
