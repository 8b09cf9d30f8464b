import { Ellipsis, Globe, MessageCircle, Share, ThumbsUp } from 'lucide-react';
import { Avatar } from '#ui/index.ts';
import { accountNames } from './account-name.ts';
import { CaptionText } from './caption-text.tsx';
import { Collage } from './collage.tsx';
import { Actions, Frame, LinkCard } from './frame.tsx';
import type { PreviewProps } from './preview.ts';

const layouts = [
  { shape: 1, cells: ['col-span-6', 'col-span-6'] },
  { shape: 1, cells: ['col-span-6 row-span-2', 'col-span-3', 'col-span-3'] },
  { shape: 1, cells: ['col-span-6 row-span-2', 'col-span-2', 'col-span-2', 'col-span-2'] },
  {
    shape: 1,
    cells: ['col-span-3 row-span-3', 'col-span-3 row-span-3', ...Array<string>(3).fill('col-span-2 row-span-2')],
  },
];

/** Words first; several pictures share one frame, the rest is counted on the last. */
export function FacebookPreview({ account, caption, photos }: PreviewProps) {
  const { name, initial } = accountNames(account);
  return (
    <Frame>
      <div className="flex items-center gap-2.5 px-3 pt-3 pb-2">
        <Avatar src={account?.avatarUrl ?? null} initials={initial} className="size-10" />
        <span className="grid min-w-0 flex-1 leading-tight">
          <span className="truncate text-sm font-bold">{name}</span>
          <span className="flex items-center gap-1 text-xs text-muted">
            Just now · <Globe className="size-3" aria-hidden="true" />
          </span>
        </span>
        <Ellipsis className="size-5 text-muted" aria-hidden="true" />
      </div>
      <CaptionText
        platform="facebook"
        caption={caption}
        more="See more"
        linkClass="text-(--link-facebook)"
        className="px-3 pb-3"
      />
      {photos.length > 0 ? (
        <Collage photos={photos} single={{ min: 0.8, max: 1.91 }} layouts={layouts} className="w-full" />
      ) : (
        <LinkCard caption={caption} className="border-x-0" />
      )}
      <Actions
        className="mx-3 border-t border-line px-2 py-2.5"
        items={[
          { icon: ThumbsUp, label: 'Like' },
          { icon: MessageCircle, label: 'Comment' },
          { icon: Share, label: 'Share' },
        ]}
      />
    </Frame>
  );
}
