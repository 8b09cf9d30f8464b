import { Bookmark, Ellipsis, Heart, MessageCircle, Repeat2, Send } from 'lucide-react';
import { platformRules } from '#lib/contract-data.ts';
import { Avatar } from '#ui/index.ts';
import { accountNames } from './account-name.ts';
import { CaptionText } from './caption-text.tsx';
import { Carousel } from './carousel.tsx';
import { Frame, NoPicture } from './frame.tsx';
import { shapeOf } from './picture.tsx';
import type { PreviewProps } from './preview.ts';

/** Picture first, edge to edge, every one of a carousel in the shape of the first; the account begins the caption. */
export function InstagramPreview({ account, caption, photos }: PreviewProps) {
  const { handleOrName: name, initial } = accountNames(account);
  const [cover] = photos;
  const { aspect } = platformRules.instagram;
  return (
    <Frame>
      <div className="flex items-center gap-2.5 px-3 py-2.5">
        <span className="rounded-full story-ring p-0.5">
          <Avatar src={account?.avatarUrl ?? null} initials={initial} className="size-8 border-2 border-cloth" />
        </span>
        <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
        <Ellipsis className="size-5" aria-hidden="true" />
      </div>
      {cover && aspect ? (
        <Carousel photos={photos} shape={shapeOf(cover, aspect)} dots="below" className="w-full bg-sunken" />
      ) : (
        <NoPicture className="aspect-4/5 w-full" />
      )}
      <div aria-hidden="true" className="flex items-center gap-3.5 px-3 pt-2.5 pb-2">
        <Heart className="size-6" strokeWidth={1.75} />
        <MessageCircle className="size-6 -scale-x-100" strokeWidth={1.75} />
        <Repeat2 className="size-6" strokeWidth={1.75} />
        <Send className="size-5.5" strokeWidth={1.75} />
        <Bookmark className="ml-auto size-6" strokeWidth={1.75} />
      </div>
      <CaptionText
        platform="instagram"
        caption={caption}
        lead={name}
        more="more"
        links={false}
        linkClass="text-(--link-instagram)"
        className="px-3 pb-3"
      />
    </Frame>
  );
}
