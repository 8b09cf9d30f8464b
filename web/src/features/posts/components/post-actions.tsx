import type { Post } from '@postloom/contracts';
import { CalendarClock, CalendarX2, CopyPlus, PencilLine, RotateCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ConfirmDialog, toast } from '#ui/index.ts';
import { useDeletePost, useDuplicatePost, useSendPost, useUpdatePost } from '#data/posts.ts';
import { actionsOf } from '#data/post-state.ts';
import { usePostFailure } from '#data/use-post-failure.ts';

export type PostActionsProps = {
  post: Post;
  onClose(): void;
  onEdit(post: Post): void;
  onReschedule(post: Post): void;
  /** Shows another post: the copy. */
  onOpen(id: string): void;
};

/** Everything that can be done with a post; what is not possible now says why. */
export function PostActions({ post, onClose, onEdit, onReschedule, onOpen }: PostActionsProps) {
  const send = useSendPost();
  const remove = useDeletePost();
  const duplicate = useDuplicatePost();
  const update = useUpdatePost();
  const [deleting, setDeleting] = useState(false);
  const failed = usePostFailure();
  const actions = actionsOf(post);
  const run = (how: 'publish' | 'retry') =>
    void send.mutateAsync({ id: post.id, how }).then(
      () => toast({ title: how === 'publish' ? 'Publishing now' : 'Trying again', tone: 'success' }),
      (error: unknown) => failed(error, 'Failed to schedule post. Please try again.'),
    );
  const copy = () =>
    void duplicate.mutateAsync(post.id, { onSuccess: (made) => onOpen(made.id) }).then(
      () => toast({ title: 'Copied as a draft', tone: 'success' }),
      (error: unknown) => failed(error, 'The post could not be copied. Please try again.'),
    );
  const unschedule = () =>
    void update
      .mutateAsync({ id: post.id, changes: { status: 'draft', scheduledFor: null, version: post.version } })
      .then(
        () => toast({ title: 'Back to draft', description: 'It does not go out.', tone: 'success' }),
        (error: unknown) => failed(error, 'The post could not be changed. Please try again.'),
      );
  const discard = () =>
    void remove
      .mutateAsync(post.id, { onSuccess: onClose })
      .then(
        () => toast({ title: 'Post deleted', tone: 'success' }),
        (error: unknown) => failed(error, 'The post could not be deleted. Please try again.'),
      )
      .then(() => setDeleting(false));

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.retry ? (
          <Button
            pending={send.isPending && send.variables.how === 'retry'}
            pendingText="Sending..."
            onClick={() => run('retry')}
          >
            <RotateCw aria-hidden="true" />
            Retry failed
          </Button>
        ) : null}
        <Button variant="secondary" disabled={actions.edit !== null} onClick={() => onEdit(post)}>
          <PencilLine aria-hidden="true" />
          Edit
        </Button>
        <Button variant="secondary" disabled={actions.edit !== null} onClick={() => onReschedule(post)}>
          <CalendarClock aria-hidden="true" />
          Reschedule…
        </Button>
        {actions.publish === null ? (
          <Button
            variant="secondary"
            pending={send.isPending && send.variables.how === 'publish'}
            pendingText="Sending..."
            onClick={() => run('publish')}
          >
            <Send aria-hidden="true" />
            Publish now
          </Button>
        ) : null}
        {actions.unschedule ? (
          <Button variant="secondary" pending={update.isPending} pendingText="Saving..." onClick={unschedule}>
            <CalendarX2 aria-hidden="true" />
            Unschedule
          </Button>
        ) : null}
        <Button variant="secondary" pending={duplicate.isPending} pendingText="Copying..." onClick={copy}>
          <CopyPlus aria-hidden="true" />
          Duplicate
        </Button>
        <Button variant="danger-quiet" disabled={actions.remove !== null} onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      </div>
      {actions.edit ? <p className="text-sm text-muted">{actions.edit}</p> : null}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this post?"
        description="What has not gone out yet is cancelled. What is already published stays on the platforms."
        confirmLabel="Delete"
        destructive
        pending={remove.isPending}
        onConfirm={discard}
      />
    </div>
  );
}
