import { Bookmark, Heart, MessageCircleMore, Music2, Share2 } from 'lucide-react';
import { Avatar } from '#ui/index.ts';
import { accountNames } from './account-name.ts';
import { CaptionText } from './caption-text.tsx';
import { Carousel } from './carousel.tsx';
import { NoPicture } from './frame.tsx';
import type { PreviewProps } from './preview.ts';

const SCREEN = 9 / 16;

/** The whole screen of a phone: the picture fills it, everything else lies upon it. */
export function TiktokPreview({ account, caption, photos }: PreviewProps) {
  const { handleOrName: name, initial } = accountNames(account);
  return (
    <div className="relative mx-auto w-full max-w-64 overflow-hidden rounded-card bg-screen text-on-screen">
      {photos.length > 0 ? (
        <Carousel photos={photos} shape={SCREEN} dots="inside" className="w-full" />
      ) : (
        <NoPicture className="aspect-9/16 w-full bg-screen text-on-screen" />
      )}
      <div className="pointer-events-none absolute inset-x-0 bottom-0 grid gap-1 scrim px-3 pt-10 pr-14 pb-6">
        <p className="truncate text-sm font-bold">{name}</p>
        <CaptionText
          platform="tiktok"
          caption={caption}
          more="more"
          linkClass="font-bold"
          className="line-clamp-4 text-xs"
        />
        <p aria-hidden="true" className="flex items-center gap-1.5 text-xs">
          <Music2 className="size-3" /> Original sound
        </p>
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute right-2.5 bottom-20 grid justify-items-center gap-3.5 drop-shadow-md"
      >
        <Avatar src={account?.avatarUrl ?? null} initials={initial} className="size-9 border border-on-screen" />
        {[Heart, MessageCircleMore, Bookmark, Share2].map((Icon, index) => (
          <Icon key={index} className="size-6 fill-current" strokeWidth={1} />
        ))}
      </div>
    </div>
  );
}
