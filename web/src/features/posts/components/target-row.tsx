import type { Crop, Photo, Platform, Post, PostTarget } from '@postloom/contracts';
import { ExternalLink, PlugZap, WandSparkles } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import type { PhotoSlot } from '#components/photo-slot.ts';
import { delayedUntilOf } from '#data/post-state.ts';
import { usePhotosById } from '#data/photos.ts';
import { postStateTexts } from '#data/texts.ts';
import { needOf, platformRules } from '#lib/contract-data.ts';
import { formatInstant, formatTime } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { dayIn } from '#lib/month-grid.ts';
import { Button, PlatformGlyph, Spinner, SpinnerWithText, StatusShape } from '#ui/index.ts';
import { postTexts } from '../texts.ts';

// Forms, with the kit for forms: fetched when a post needs one.
const FixPanel = lazily(async () => ({ default: (await import('./fix-panel.tsx')).FixPanel }));
const ResolvePanel = lazily(async () => ({ default: (await import('./resolve-panel.tsx')).ResolvePanel }));

const shapes = {
  pending: 'scheduled',
  published: 'published',
  failed: 'failed',
  needs_attention: 'attention',
} as const;

/** The way on from a target that did not go out. */
export type TargetWays = {
  /** The platform whose connect window is open. */
  connecting: Platform | null;
  onConnect(platform: Platform): void;
  onCrop(photoId: string, crop: Crop): Promise<Photo>;
  photoPicker(slot: PhotoSlot): ReactNode;
};

export type TargetRowProps = TargetWays & { post: Post; target: PostTarget; timeZone: string };

/** What happens with the post on one platform, and what can be done about it. */
export function TargetRow(props: TargetRowProps) {
  const { post, target, timeZone, connecting, onConnect, onCrop, photoPicker } = props;
  const { platform } = target;
  const { name, longName } = platformRules[platform];
  const [fixing, setFixing] = useState(false);
  const delayedUntil = delayedUntilOf(target);
  const asDraft = post.status === 'draft' && target.status === 'pending';
  const need = needOf(target);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line px-4 py-2.5">
      <span className="flex items-center gap-2 text-sm font-semibold">
        <PlatformGlyph platform={platform} />
        {longName}
      </span>
      <span role="status" className="flex items-center gap-1.5 text-sm text-muted">
        {target.status === 'publishing' ? (
          <Spinner className="size-3 text-woad" />
        ) : (
          <StatusShape status={asDraft ? 'draft' : shapes[target.status]} />
        )}
        {asDraft ? 'Not scheduled' : postStateTexts.target[target.status]}
      </span>
      {target.publishedAt ? (
        <time dateTime={target.publishedAt} className="text-sm text-muted tabular">
          {publishedText(target.publishedAt, post, timeZone)}
        </time>
      ) : null}
      {target.attempts > 1 || (delayedUntil && target.attempts > 0) ? (
        <span className="text-xs text-muted">{postTexts.attempts(target.attempts)}</span>
      ) : null}
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
      {delayedUntil ? (
        <p className="w-full text-sm text-weld">
          Not out yet. Next try: <time dateTime={delayedUntil}>{formatInstant(delayedUntil, timeZone)}</time>
        </p>
      ) : null}
      {target.error ? (
        <p className={`w-full text-sm ${need === 'fix' ? 'text-madder' : 'text-muted'}`}>{target.error.message}</p>
      ) : null}
      {need === 'fix' && !fixing ? (
        <Button size="sm" className="my-1" onClick={() => setFixing(true)}>
          <WandSparkles aria-hidden="true" />
          Fix and send again
          <span className="sr-only"> to {name}</span>
        </Button>
      ) : null}
      {need === 'fix' && fixing ? (
        <Suspense fallback={<SpinnerWithText text="Loading..." />}>
          <FixPanel {...{ post, platform, onCrop, photoPicker }} onClose={() => setFixing(false)} />
        </Suspense>
      ) : null}
      {need === 'reconnect' ? (
        <Button
          size="sm"
          className="my-1"
          pending={connecting === platform}
          pendingText="Connecting..."
          onClick={() => onConnect(platform)}
        >
          <PlugZap aria-hidden="true" />
          Reconnect {name}
        </Button>
      ) : null}
      {need === 'answer' ? (
        <Suspense fallback={<SpinnerWithText text="Loading..." />}>
          <ResolvePanel postId={post.id} platform={platform} />
        </Suspense>
      ) : null}
      {fixing && need === 'fix' ? null : <OwnContent post={post} platform={platform} />}
    </li>
  );
}

/** The time alone on the day that the post shows anyway. */
function publishedText(at: string, { scheduledFor }: Post, timeZone: string): string {
  const isThatDay = scheduledFor !== null && dayIn(timeZone, at) === dayIn(timeZone, scheduledFor);
  return isThatDay ? formatTime(at, timeZone) : formatInstant(at, timeZone);
}

const none: readonly string[] = [];

/** The words and the pictures that only this platform gets. */
function OwnContent({ post, platform }: { post: Post; platform: Platform }) {
  const caption = post.captionByPlatform?.[platform];
  const photoIds = post.photoIdsByPlatform?.[platform] ?? none;
  const photos = usePhotosById(photoIds);
  if (caption === undefined && photoIds.length === 0) {
    return null;
  }
  const what = caption === undefined ? 'Own photos' : photoIds.length === 0 ? 'Own caption' : 'Own caption and photos';
  return (
    <details className="w-full text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold text-muted">{what}</summary>
      {photoIds.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5 pt-1.5">
          {photoIds
            .flatMap((id) => photos.get(id) ?? [])
            .map((photo) => (
              <li key={photo.id}>
                <PhotoImage photo={photo} width={64} className="size-16 rounded-control border border-line" />
              </li>
            ))}
        </ul>
      ) : null}
      {caption === undefined ? null : <p className="pt-1 break-words whitespace-pre-wrap">{caption}</p>}
    </details>
  );
}
