import type { Photo, Post } from '@postloom/contracts';
import { messageOr } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { photoLabel, thumbnailOf } from '#lib/photos.ts';
import { plural } from '#lib/words.ts';
import { Badge, Dialog, DialogContent, ErrorState, Skeleton, SkeletonGroup, StatusBadge } from '#ui/index.ts';
import { usePost } from '#data/posts.ts';
import { shownStatus } from '#data/post-state.ts';
import { PostActions } from './post-actions.tsx';
import { PostTimeline } from './post-timeline.tsx';
import { TargetRow } from './target-row.tsx';

export type PostDetailsProps = {
  id: string;
  photos: readonly Photo[];
  timeZone: string;
  onClose(): void;
  onEdit(post: Post): void;
  onReschedule(post: Post): void;
  onOpen(id: string): void;
};

const sources: Record<Post['source'], string | null> = {
  manual: null,
  recurring: 'From a recurring schedule',
  import: 'Imported',
  api: 'Made by a program',
};

/** One post: what happens on each platform, its history, and what can be done. It follows along while it is open. */
export function PostDetailsDialog(props: PostDetailsProps) {
  const { id, photos, timeZone, onClose } = props;
  const query = usePost(id);
  const post = query.data;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title="Post" width="lg">
        {query.isError ? (
          <ErrorState
            message={messageOr(query.error, 'Unable to load data. Please check your connection.')}
            onRetry={() => void query.refetch()}
          />
        ) : !post ? (
          <SkeletonGroup text="Loading the post" className="grid gap-4 sm:grid-cols-[12rem_1fr]">
            <Skeleton className="aspect-square" />
            <Skeleton className="h-48" />
          </SkeletonGroup>
        ) : (
          <div className="grid gap-6">
            <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
              <PostPhotos ids={post.photoIds} photos={photos} />
              <div className="grid content-start gap-3">
                <div className="flex flex-wrap items-center gap-3">
                  <StatusBadge status={shownStatus(post)} />
                  <span className="text-sm text-muted tabular">
                    {post.scheduledFor ? formatInstant(post.scheduledFor, timeZone) : 'No date set'}
                  </span>
                  {sources[post.source] ? <Badge tone="outline">{sources[post.source]}</Badge> : null}
                </div>
                <p className="text-base break-words whitespace-pre-wrap">{post.caption}</p>
                <PreflightNote post={post} />
              </div>
            </div>
            <section aria-label="Platforms" className="grid gap-2">
              <h3 className="text-sm font-semibold">Platforms</h3>
              <ul className="grid gap-2">
                {post.targets.map((target) => (
                  <TargetRow
                    key={target.platform}
                    postId={post.id}
                    target={target}
                    draft={post.status === 'draft'}
                    timeZone={timeZone}
                    caption={post.captionByPlatform?.[target.platform]}
                  />
                ))}
              </ul>
            </section>
            <PostActions
              post={post}
              onClose={onClose}
              onEdit={props.onEdit}
              onReschedule={props.onReschedule}
              onOpen={props.onOpen}
            />
            <PostTimeline history={post.history} timeZone={timeZone} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** What the last check found, while something can still be done about it. */
function PreflightNote({ post }: { post: Post }) {
  const found = post.preflight;
  const isOpen = post.targets.some((target) => target.status === 'pending' || target.status === 'failed');
  if (!found || !isOpen || found.errors + found.warnings === 0) {
    return null;
  }
  return (
    <p
      className={`rounded-control px-3 py-2 text-sm ${found.errors > 0 ? 'bg-madder-soft text-madder' : 'bg-weld-soft text-weld'}`}
    >
      {found.errors > 0
        ? `A platform would refuse this post (${plural(found.errors, 'problem')}). Edit it to see what and why.`
        : `The last check found ${plural(found.warnings, 'thing')} worth knowing. Edit shows it.`}
    </p>
  );
}

/** The first photo large, the others as a row below it. */
function PostPhotos({ ids, photos }: { ids: readonly string[]; photos: readonly Photo[] }) {
  const [cover, ...rest] = ids.flatMap((id) => photos.find((one) => one.id === id) ?? []);
  if (!cover) {
    return (
      <div className="grid aspect-square place-items-center rounded-card border border-dashed border-line bg-sunken text-sm text-muted max-sm:aspect-video">
        {ids.length === 0 ? 'No photo' : plural(ids.length, 'photo')}
      </div>
    );
  }
  return (
    <div className="grid content-start gap-1.5">
      <img
        src={thumbnailOf(cover, 400)}
        alt={photoLabel(cover)}
        width={400}
        height={400}
        className="aspect-square w-full rounded-card border border-line bg-sunken object-cover max-sm:aspect-video"
      />
      {rest.length > 0 ? (
        <ul aria-label="More photos" className="grid grid-cols-4 gap-1.5 max-sm:grid-cols-6">
          {rest.map((photo) => (
            <li key={photo.id}>
              <img
                src={thumbnailOf(photo, 200)}
                alt={photoLabel(photo)}
                width={200}
                height={200}
                className="aspect-square w-full rounded-control border border-line bg-sunken object-cover"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
