import type { Photo, Post, PostTarget } from '@postloom/contracts';
import { CalendarClock, ExternalLink, PencilLine, RotateCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '../../../lib/api/index.ts';
import { platformRules } from '../../../lib/contract-data.ts';
import { photoLabel, thumbnailOf } from '../../../lib/photos.ts';
import { formatInstant } from '../../../lib/time-zones.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogContent,
  ErrorState,
  PlatformGlyph,
  Skeleton,
  SkeletonGroup,
  Spinner,
  StatusBadge,
  StatusShape,
  toast,
} from '../../../ui/index.ts';
import { useDeletePost, usePost, useSendPost } from '../api/posts.ts';
import { actionsOf, targetLabels } from '../post-state.ts';

export type PostDetailsProps = {
  id: string;
  photos: readonly Photo[];
  timeZone: string;
  onClose(): void;
  onEdit(post: Post): void;
  onReschedule(post: Post): void;
};

/** One post: what happens on each platform, its history, and what can be done. It follows along while it is open. */
export function PostDetailsDialog({ id, photos, timeZone, onClose, onEdit, onReschedule }: PostDetailsProps) {
  const query = usePost(id);
  const post = query.data;
  const send = useSendPost();
  const remove = useDeletePost();
  const [deleting, setDeleting] = useState(false);
  const actions = post ? actionsOf(post) : null;
  const photo = photos.find((one) => one.id === post?.photoId);
  const run = (how: 'publish' | 'retry') =>
    send.mutate(
      { id, how },
      {
        onSuccess: () => toast({ title: how === 'publish' ? 'Publishing now' : 'Trying again', tone: 'success' }),
        onError: (error) =>
          toast({
            title: 'Error',
            description: messageOr(error, 'Failed to schedule post. Please try again.'),
            tone: 'error',
          }),
      },
    );

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title="Post" width="lg">
        {query.isError ? (
          <ErrorState
            message={messageOr(query.error, 'Unable to load data. Please check your connection.')}
            onRetry={() => void query.refetch()}
          />
        ) : !post || !actions ? (
          <SkeletonGroup text="Loading the post" className="grid gap-4 sm:grid-cols-[12rem_1fr]">
            <Skeleton className="aspect-square" />
            <Skeleton className="h-48" />
          </SkeletonGroup>
        ) : (
          <div className="grid gap-6">
            <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
              {photo ? (
                <img
                  src={thumbnailOf(photo, 400)}
                  alt={photoLabel(photo)}
                  width={400}
                  height={400}
                  className="aspect-square w-full rounded-card border border-line bg-sunken object-cover max-sm:aspect-video"
                />
              ) : (
                <div className="grid aspect-square place-items-center rounded-card border border-dashed border-line bg-sunken text-sm text-muted">
                  No photo
                </div>
              )}
              <div className="grid content-start gap-3">
                <div className="flex flex-wrap items-center gap-3">
                  <StatusBadge status={post.status} />
                  <span className="text-sm text-muted tabular">
                    {post.scheduledFor ? formatInstant(post.scheduledFor, timeZone) : 'No date set'}
                  </span>
                </div>
                <p className="text-base break-words whitespace-pre-wrap">{post.caption}</p>
              </div>
            </div>

            <section aria-label="Platforms" className="grid gap-2">
              <h3 className="text-sm font-semibold">Platforms</h3>
              <ul className="grid gap-2">
                {post.targets.map((target) => (
                  <TargetRow
                    key={target.platform}
                    target={target}
                    draft={post.status === 'draft'}
                    timeZone={timeZone}
                  />
                ))}
              </ul>
            </section>

            <div className="flex flex-wrap gap-2">
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
              <Button variant="danger-quiet" disabled={actions.remove !== null} onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
                Delete
              </Button>
            </div>
            {actions.edit ? <p className="-mt-3 text-sm text-muted">{actions.edit}</p> : null}

            <section aria-label="History" className="grid gap-2">
              <h3 className="text-sm font-semibold">History</h3>
              <ol className="grid gap-3 border-l-2 border-line pl-4">
                {post.history.map((entry) => (
                  <li key={`${entry.at}${entry.what}`} className="grid gap-0.5 text-sm">
                    <span>{entry.what}</span>
                    <time dateTime={entry.at} className="text-xs text-muted">
                      {formatInstant(entry.at, timeZone)}
                    </time>
                  </li>
                ))}
              </ol>
            </section>
          </div>
        )}
        <ConfirmDialog
          open={deleting}
          onOpenChange={setDeleting}
          title="Delete this post?"
          description="What has not gone out yet is cancelled. What is already published stays on the platforms."
          confirmLabel="Delete"
          destructive
          pending={remove.isPending}
          onConfirm={() =>
            remove.mutate(id, {
              onSuccess: () => {
                toast({ title: 'Post deleted', tone: 'success' });
                setDeleting(false);
                onClose();
              },
              onError: (error) => {
                setDeleting(false);
                toast({
                  title: 'Error',
                  description: messageOr(error, 'The post could not be deleted. Please try again.'),
                  tone: 'error',
                });
              },
            })
          }
        />
      </DialogContent>
    </Dialog>
  );
}

const shapes = { pending: 'scheduled', published: 'published', failed: 'failed', needs_attention: 'failed' } as const;

function TargetRow({ target, draft, timeZone }: { target: PostTarget; draft: boolean; timeZone: string }) {
  const name = platformRules[target.platform].name;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line px-4 py-2.5">
      <span className="flex items-center gap-2 text-sm font-semibold">
        <PlatformGlyph platform={target.platform} />
        {platformRules[target.platform].longName}
      </span>
      <span role="status" className="flex items-center gap-1.5 text-sm text-muted">
        {target.status === 'publishing' ? (
          <Spinner className="size-3 text-woad" />
        ) : (
          <StatusShape status={draft && target.status === 'pending' ? 'draft' : shapes[target.status]} />
        )}
        {draft && target.status === 'pending' ? 'Not scheduled' : targetLabels[target.status]}
      </span>
      {target.publishedAt ? (
        <time dateTime={target.publishedAt} className="text-sm text-muted">
          {formatInstant(target.publishedAt, timeZone)}
        </time>
      ) : null}
      {target.attempts > 1 ? <span className="text-xs text-muted">{target.attempts} attempts</span> : null}
      {target.permalink ? (
        <a
          href={target.permalink}
          target="_blank"
          rel="noopener noreferrer"
          className="ml-auto inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm font-semibold text-woad hover:underline"
        >
          View on {name}
          <ExternalLink className="size-3.5" aria-hidden="true" />
          <span className="sr-only">(opens a new tab)</span>
        </a>
      ) : null}
      {target.error ? <p className="w-full text-sm text-madder">{target.error.message}</p> : null}
    </li>
  );
}
