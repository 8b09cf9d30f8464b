import type { Photo, Platform, SocialAccount } from '@postloom/contracts';
import { useEffect, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { photoLabel, thumbnailOf } from '#lib/photos.ts';
import { Avatar, Button, PlatformGlyph, platformLooks, platformShortNames } from '#ui/index.ts';
import { feedText, shapeWarning } from '../counters.ts';

type PlatformPreviewProps = {
  platform: Platform;
  caption: string;
  photos: readonly Photo[];
  account: SocialAccount | undefined;
};

/** Shape in which the feed shows the picture: its own, inside what the platform takes. */
function shapeOf(platform: Platform, photo: Photo): number {
  const own = photo.width && photo.height ? photo.width / photo.height : 1;
  const { aspect } = platformRules[platform];
  const { shape } = platformLooks[platform].preview;
  if (shape !== null) {
    return shape;
  }
  return aspect ? Math.min(aspect.max, Math.max(aspect.min, own)) : Math.min(1.91, Math.max(0.8, own));
}

function Picture({ photo }: { photo: Photo }) {
  return (
    <img
      src={thumbnailOf(photo, 800)}
      alt={photoLabel(photo)}
      className="size-full object-cover"
      draggable={false}
      decoding="async"
    />
  );
}

/** How the post will look on one platform: its order of picture and words, and where the feed cuts. */
function PlatformPreview({ platform, caption, photos, account }: PlatformPreviewProps) {
  const rules = platformRules[platform];
  const [photo] = photos;
  const shown = photos.slice(0, rules.maxPhotos);
  const { text, cut } = feedText(platform, caption.trim());
  const name = account?.accountName ?? 'Your account';
  const warning = shapeWarning(platform, photo);
  const { pictureFirst, framed } = platformLooks[platform].preview;
  const picture = photo ? (
    <div
      className={cn('overflow-hidden bg-sunken', framed && 'mx-3 rounded-card border border-line')}
      style={{ aspectRatio: shapeOf(platform, photo), maxHeight: '22rem' }}
    >
      {shown.length > 1 ? (
        <div
          role="group"
          aria-label={`${shown.length} photos, scroll to see them`}
          tabIndex={0}
          className="flex size-full snap-x snap-mandatory overflow-x-auto focus-visible:-outline-offset-2"
        >
          {shown.map((one, index) => (
            <div key={one.id} className="relative size-full shrink-0 snap-center">
              <Picture photo={one} />
              <span className="absolute top-2 right-2 rounded-full bg-ink/80 px-2 py-0.5 text-xs font-semibold text-paper tabular">
                {index + 1}/{shown.length}
              </span>
            </div>
          ))}
        </div>
      ) : (
        <Picture photo={photo} />
      )}
    </div>
  ) : rules.textOnly ? null : (
    <div className="grid aspect-square max-h-64 w-full place-items-center bg-sunken text-sm text-muted">
      Choose a photo
    </div>
  );
  const words = (
    <p className="px-3 text-sm break-words whitespace-pre-wrap">
      {pictureFirst && text ? <span className="font-bold">{name.replace(/^@/, '')} </span> : null}
      {text || <span className="text-muted">Your caption appears here.</span>}
      {cut ? <span className="text-muted">... more</span> : null}
    </p>
  );
  return (
    <figure
      aria-label={`Preview on ${rules.name}`}
      className="overflow-hidden rounded-card border border-line bg-cloth"
    >
      <figcaption className="flex items-center gap-2.5 px-3 py-2.5">
        <Avatar
          src={account?.avatarUrl ?? null}
          initials={[...name.replace(/^@/, '')][0]?.toUpperCase() ?? '?'}
          className="size-8"
        />
        <span className="grid min-w-0 flex-1 leading-tight">
          <span className="truncate text-sm font-bold">{name}</span>
          <span className="text-xs text-muted">{rules.name}</span>
        </span>
        <PlatformGlyph platform={platform} className="size-4.5" />
      </figcaption>
      <div className="grid gap-2.5 pb-3">
        {pictureFirst ? (
          <>
            {picture}
            {words}
          </>
        ) : (
          <>
            {words}
            {picture}
          </>
        )}
        {warning ? (
          <p className="mx-3 rounded-control bg-weld-soft px-2.5 py-1.5 text-xs text-weld">{warning}</p>
        ) : null}
      </div>
    </figure>
  );
}

/** One preview at a time, with a switch between the chosen platforms. */
export default function PreviewPanel({
  platforms,
  captionOf,
  photos,
  accounts,
  follow,
}: {
  platforms: readonly Platform[];
  captionOf(platform: Platform): string;
  photos: readonly Photo[];
  accounts: readonly SocialAccount[];
  /** The platform whose caption is edited: its preview comes up. */
  follow: Platform | null;
}) {
  const [chosen, setChosen] = useState<Platform | null>(follow);
  useEffect(() => {
    if (follow) {
      setChosen(follow);
    }
  }, [follow]);
  const shown = chosen && platforms.includes(chosen) ? chosen : platforms[0];
  return (
    <section aria-label="Preview" className="grid content-start gap-3 lg:sticky lg:top-0 lg:self-start">
      <h3 className="text-sm font-semibold">Preview</h3>
      {platforms.length > 1 ? (
        <div role="group" aria-label="Platform of the preview" className="flex flex-wrap gap-1.5">
          {platforms.map((platform) => (
            <Button
              key={platform}
              variant="secondary"
              size="sm"
              aria-pressed={platform === shown}
              className={cn('px-2.5', platform === shown && 'border-woad bg-woad-soft')}
              onClick={() => setChosen(platform)}
            >
              <PlatformGlyph platform={platform} />
              {platformShortNames[platform]}
            </Button>
          ))}
        </div>
      ) : null}
      {shown ? (
        <PlatformPreview
          platform={shown}
          key={shown}
          caption={captionOf(shown)}
          photos={photos}
          account={accounts.find((account) => account.platform === shown)}
        />
      ) : (
        <p className="rounded-card border border-dashed border-line px-4 py-8 text-center text-sm text-muted">
          Choose a platform to see how the post will look there.
        </p>
      )}
    </section>
  );
}
