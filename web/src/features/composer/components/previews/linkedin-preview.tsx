import { Ellipsis, Globe, MessageSquareText, Repeat2, Send, ThumbsUp } from 'lucide-react';
import { accountKind } from '#data/social.ts';
import { Avatar } from '#ui/index.ts';
import { accountNames } from './account-name.ts';
import { CaptionText } from './caption-text.tsx';
import { Collage } from './collage.tsx';
import { Actions, Frame, LinkCard } from './frame.tsx';
import type { PreviewProps } from './preview.ts';

const layouts = [
  { shape: 1.2, cells: ['col-span-3', 'col-span-3'] },
  { shape: 1.2, cells: ['col-span-6 row-span-2', 'col-span-3', 'col-span-3'] },
  { shape: 1.2, cells: ['col-span-6 row-span-2', 'col-span-2', 'col-span-2', 'col-span-2'] },
];

/** A member or a page, words cut after three lines, pictures edge to edge. */
export function LinkedinPreview({ account, caption, photos }: PreviewProps) {
  const { name, initial } = accountNames(account);
  return (
    <Frame>
      <div className="flex items-start gap-2.5 px-3 pt-3 pb-2">
        <Avatar src={account?.avatarUrl ?? null} initials={initial} className="size-11 rounded-sm" />
        <span className="grid min-w-0 flex-1 leading-tight">
          <span className="truncate text-sm font-bold">{name}</span>
          <span className="truncate text-xs text-muted">{account ? accountKind(account) : 'LinkedIn'}</span>
          <span className="flex items-center gap-1 text-xs text-muted">
            Now · <Globe className="size-3" aria-hidden="true" />
          </span>
        </span>
        <Ellipsis className="size-5 text-muted" aria-hidden="true" />
      </div>
      <CaptionText
        platform="linkedin"
        caption={caption}
        more="more"
        linkClass="font-semibold text-(--link-linkedin)"
        className="px-3 pb-3"
      />
      {photos.length > 0 ? (
        <Collage photos={photos} single={{ min: 0.8, max: 1.91 }} layouts={layouts} className="w-full" />
      ) : (
        <LinkCard caption={caption} className="border-x-0" />
      )}
      <Actions
        className="mx-1 px-2 py-2.5"
        items={[
          { icon: ThumbsUp, label: 'Like' },
          { icon: MessageSquareText, label: 'Comment' },
          { icon: Repeat2, label: 'Repost' },
          { icon: Send, label: 'Send' },
        ]}
      />
    </Frame>
  );
}
