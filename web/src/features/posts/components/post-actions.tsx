import type { Post } from '@postloom/contracts';
import {
  CalendarClock,
  CalendarX2,
  CopyPlus,
  Ellipsis,
  PencilLine,
  RotateCw,
  Send,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { Button, ConfirmDialog, Menu, MenuContent, MenuItem, MenuTrigger, toast } from '#ui/index.ts';
import { useDeletePost, useDuplicatePost, useSendPost, useUpdatePost } from '#data/posts.ts';
import { actionsOf } from '#data/post-state.ts';
import { needOf } from '#lib/contract-data.ts';
import { postStateTexts } from '#data/texts.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { texts } from '#lib/texts.ts';
import { postTexts } from '../texts.ts';

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
      () => toast({ title: how === 'publish' ? postStateTexts.publishingNow : postTexts.retrying, tone: 'success' }),
      (error: unknown) => failed(error, texts.scheduleFailed),
    );
  const copy = () =>
    void duplicate.mutateAsync(post.id, { onSuccess: (made) => onOpen(made.id) }).then(
      () => toast({ title: postTexts.copied, tone: 'success' }),
      (error: unknown) => failed(error, postTexts.copyFailed),
    );
  const unschedule = () =>
    void update
      .mutateAsync({ id: post.id, changes: { status: 'draft', scheduledFor: null, version: post.version } })
      .then(
        () => toast({ ...postTexts.unscheduled, tone: 'success' }),
        (error: unknown) => failed(error, postTexts.changeFailed),
      );
  const discard = () =>
    void remove
      .mutateAsync(post.id, { onSuccess: onClose })
      .then(
        () => toast({ title: postTexts.deleted, tone: 'success' }),
        (error: unknown) => failed(error, postTexts.deleteFailed),
      )
      .then(() => setDeleting(false));

  const canEdit = actions.edit === null;
  // What a platform refused has its own button at the platform; the post's main action steps back then.
  const isTroubled = post.targets.some((target) => needOf(target) !== null);
  const others = [
    ...(actions.publish === null
      ? [{ label: 'Publish Now', icon: Send, run: () => run('publish'), pending: send.isPending }]
      : []),
    ...(actions.unschedule
      ? [{ label: 'Unschedule', icon: CalendarX2, run: unschedule, pending: update.isPending }]
      : []),
    { label: 'Duplicate', icon: CopyPlus, run: copy, pending: duplicate.isPending },
  ];

  return (
    <div className="grid w-full gap-2.5">
      {actions.edit ? <p className="text-sm text-muted">{actions.edit}</p> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button
          variant="ghost"
          className="mr-auto text-madder hover:bg-madder-soft"
          disabled={actions.remove !== null}
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden="true" />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
        <MoreActions actions={others} />
        {actions.retry ? (
          <Button
            variant="secondary"
            pending={send.isPending && send.variables.how === 'retry'}
            pendingText="Sending..."
            onClick={() => run('retry')}
          >
            <RotateCw aria-hidden="true" />
            Retry failed
          </Button>
        ) : null}
        {canEdit ? (
          <>
            <Button variant="secondary" onClick={() => onReschedule(post)}>
              <CalendarClock aria-hidden="true" className="max-sm:hidden" />
              {`${postTexts.rescheduling[post.scheduledFor === null ? 'first' : 'again'].action}…`}
            </Button>
            <Button variant={isTroubled ? 'secondary' : 'primary'} onClick={() => onEdit(post)}>
              <PencilLine aria-hidden="true" />
              Edit
            </Button>
          </>
        ) : null}
      </div>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={postTexts.deleteQuestion}
        description={postTexts.deleteWarning(
          post.targets.some(({ status }) => status !== 'pending' && status !== 'failed'),
        )}
        confirmLabel="Delete"
        destructive
        pending={remove.isPending}
        onConfirm={discard}
      />
    </div>
  );
}

type Action = { label: string; icon: LucideIcon; run(): void; pending: boolean };

/** The rarer things to do: one of them is a button, several are a menu. */
function MoreActions({ actions }: { actions: readonly Action[] }) {
  const [first, ...rest] = actions;
  if (!first) {
    return null;
  }
  if (rest.length === 0) {
    const { label, icon: Icon, run, pending } = first;
    return (
      <Button variant="secondary" pending={pending} onClick={run}>
        <Icon aria-hidden="true" />
        {label}
      </Button>
    );
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" pending={actions.some(({ pending }) => pending)} pendingText="More">
          <Ellipsis aria-hidden="true" />
          <span className="max-sm:sr-only">More</span>
        </Button>
      </MenuTrigger>
      <MenuContent>
        {actions.map(({ label, icon: Icon, run }) => (
          <MenuItem key={label} onSelect={run}>
            <Icon aria-hidden="true" />
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
