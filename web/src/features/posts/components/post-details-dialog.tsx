import type { Post, PostWithHistory } from '@postloom/contracts';
import { Async } from '#components/async.tsx';
import { ownTime } from '#components/own-time.ts';
import { PhotoImage } from '#components/photo-image.tsx';
import { knownCaption, shownStatus } from '#data/post-state.ts';
import { usePhotosById } from '#data/photos.ts';
import { usePost } from '#data/posts.ts';
import { isDeadLink } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { postName } from '#lib/words.ts';
import { Badge, Dialog, DialogContent, Skeleton, SkeletonGroup, StatusBadge } from '#ui/index.ts';
import { partlyOut } from '../partly-out.ts';
import { postTexts } from '../texts.ts';
import { useHomeOfPost } from '../use-home-of-post.ts';
import { MissingPost, MissingPostActions, type MissingPostWays } from './missing-post.tsx';
import { PostActions } from './post-actions.tsx';
import { PostTimeline } from './post-timeline.tsx';
import { TargetRow, type TargetWays } from './target-row.tsx';

export type PostDetailsProps = TargetWays &
  Omit<MissingPostWays, 'home'> & {
    id: string;
    timeZone: string;
    onClose(): void;
    onEdit(post: Post): void;
    onReschedule(post: Post): void;
    onOpen(id: string): void;
  };

/** Characters of the caption that a title has room for. */
const TITLE = 56;

const sources: Record<Post['source'], string | null> = {
  manual: null,
  recurring: 'From a recurring schedule',
  import: 'Imported',
  api: 'Created by an app',
  template: 'From your industry’s week',
};

/** One post: what happens on each platform, its history, and what can be done. It follows along while it is open. */
export function PostDetailsDialog(props: PostDetailsProps) {
  const { id, timeZone, onClose, connecting, onConnect, onCrop, photoPicker } = props;
  const query = usePost(id);
  const post = query.data;
  const isMissing = post === undefined && isDeadLink(query.error);
  const home = useHomeOfPost(id, isMissing);
  const title = post ? postName(knownCaption(post), TITLE) : 'Post';
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={<span className="wrap-anywhere">{title}</span>}
        width="lg"
        footer={
          post ? (
            <PostActions
              post={post}
              onClose={onClose}
              onEdit={props.onEdit}
              onReschedule={props.onReschedule}
              onOpen={props.onOpen}
            />
          ) : isMissing && home.data !== undefined ? (
            <MissingPostActions
              home={home.data}
              switching={props.switching}
              onSwitchBusiness={props.onSwitchBusiness}
            />
          ) : undefined
        }
      >
        {isMissing ? (
          <Async query={home} skeleton={<LoadingPost />}>
            {(found) => <MissingPost home={found} />}
          </Async>
        ) : (
          <Async query={query} skeleton={<LoadingPost />}>
            {(found) => (
              <FoundPost post={found} title={title} {...{ timeZone, connecting, onConnect, onCrop, photoPicker }} />
            )}
          </Async>
        )}
      </DialogContent>
    </Dialog>
  );
}

type FoundPostProps = TargetWays & { post: PostWithHistory; title: string; timeZone: string };

function FoundPost({ post, title, ...ways }: FoundPostProps) {
  const { timeZone } = ways;
  const caption = knownCaption(post);
  const part = partlyOut(post);
  return (
    <div className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
        <PostPhotos ids={post.photoIds} />
        <div className="grid content-start gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <StatusBadge status={shownStatus(post)} />
            {part ? <span className="text-sm font-semibold">{postTexts.partlyOut(part)}</span> : null}
            <span className="text-sm text-muted tabular">
              {post.scheduledFor ? formatInstant(post.scheduledFor, timeZone) : 'No date set'}
              {post.scheduledFor ? <OwnTime at={post.scheduledFor} timeZone={timeZone} /> : null}
            </span>
            {sources[post.source] ? <Badge tone="outline">{sources[post.source]}</Badge> : null}
          </div>
          {caption === title ? null : <p className="text-base break-words whitespace-pre-wrap">{caption}</p>}
          <PreflightNote post={post} />
        </div>
      </div>
      <section aria-label="Platforms" className="grid gap-2">
        <h3 className="text-sm font-semibold">Platforms</h3>
        <ul className="grid gap-2">
          {post.targets.map((target) => (
            <TargetRow key={target.platform} post={post} target={target} {...ways} />
          ))}
        </ul>
      </section>
      <PostTimeline history={post.history} timeZone={timeZone} />
    </div>
  );
}

function LoadingPost() {
  return (
    <SkeletonGroup text="Loading the post" className="grid gap-4 sm:grid-cols-[12rem_1fr]">
      <Skeleton className="aspect-square" />
      <Skeleton className="h-48" />
    </SkeletonGroup>
  );
}

/** What the last check found, while something can still be done about it. */
function PreflightNote({ post }: { post: Post }) {
  const found = post.preflight;
  const isOpen = post.targets.some((target) => target.status === 'pending');
  if (!found || !isOpen || found.errors + found.warnings === 0) {
    return null;
  }
  return (
    <p
      className={`rounded-control px-3 py-2 text-sm ${found.errors > 0 ? 'bg-madder-soft text-madder' : 'bg-weld-soft text-weld'}`}
    >
      {found.errors > 0 ? postTexts.check.errors(found.errors) : postTexts.check.warnings(found.warnings)}
    </p>
  );
}

/** The first photo large, the others as a row below it. */
function PostPhotos({ ids }: { ids: readonly string[] }) {
  const photos = usePhotosById(ids);
  const [cover, ...rest] = ids.flatMap((id) => photos.get(id) ?? []);
  if (!cover) {
    return (
      <div className="grid aspect-square place-items-center rounded-card border border-dashed border-line bg-sunken text-sm text-muted max-sm:aspect-video">
        {postTexts.photos(ids.length)}
      </div>
    );
  }
  return (
    <div className="grid content-start gap-1.5">
      <PhotoImage
        photo={cover}
        width={400}
        className="aspect-square w-full rounded-card border border-line max-sm:aspect-video"
      />
      {rest.length > 0 ? (
        <ul aria-label="More photos" className="grid grid-cols-4 gap-1.5 max-sm:grid-cols-6">
          {rest.map((photo) => (
            <li key={photo.id}>
              <PhotoImage
                photo={photo}
                width={200}
                className="aspect-square w-full rounded-control border border-line"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The same time for a reader whose clock shows another one. */
function OwnTime({ at, timeZone }: { at: string; timeZone: string }) {
  const own = ownTime(at, timeZone);
  return own === null ? null : <span className="block text-xs">{own}</span>;
}
