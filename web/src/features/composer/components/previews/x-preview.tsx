import { Bookmark, ChartNoAxesColumn, Ellipsis, Heart, MessageCircle, Repeat2 } from 'lucide-react';
import { Avatar } from '#ui/index.ts';
import { accountNames } from './account-name.ts';
import { CaptionText } from './caption-text.tsx';
import { CollageOrLink } from './collage.tsx';
import { Actions, Frame } from './frame.tsx';
import type { PreviewProps } from './preview.ts';

const layouts = [
  { shape: 16 / 9, cells: ['col-span-3', 'col-span-3'] },
  { shape: 16 / 9, cells: ['col-span-3 row-span-2', 'col-span-3', 'col-span-3'] },
  { shape: 16 / 9, cells: Array<string>(4).fill('col-span-3') },
];

/** Name and handle in one line, everything beside the picture of the account; pictures in a frame with round corners. */
export function XPreview({ account, caption, photos }: PreviewProps) {
  const { name, handle, initial } = accountNames(account);
  return (
    <Frame>
      <div className="flex gap-2.5 px-3 py-3">
        <Avatar src={account?.avatarUrl ?? null} initials={initial} className="size-10" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5">
          <div className="flex items-center gap-1 text-sm">
            <span className="max-w-[62%] shrink-0 truncate font-bold">{name}</span>
            {handle ? <span className="min-w-0 truncate text-muted">@{handle}</span> : null}
            <span className="shrink-0 text-muted">· now</span>
            <Ellipsis className="ml-auto size-4.5 shrink-0 text-muted" aria-hidden="true" />
          </div>
          <CaptionText platform="twitter" caption={caption} more="Show more" linkClass="text-(--link-twitter)" />
          <CollageOrLink
            photos={photos}
            caption={caption}
            single={{ min: 0.75, max: 2 }}
            layouts={layouts}
            collageClass="rounded-card border border-line"
            linkClass="rounded-card"
          />
          <Actions
            className="pt-1"
            items={[
              { icon: MessageCircle },
              { icon: Repeat2 },
              { icon: Heart },
              { icon: ChartNoAxesColumn },
              { icon: Bookmark },
            ]}
          />
        </div>
      </div>
    </Frame>
  );
}
