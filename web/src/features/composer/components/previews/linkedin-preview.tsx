import { MessageSquareText, Repeat2, Send, ThumbsUp } from 'lucide-react';
import { accountKind } from '#data/social.ts';
import { CaptionText } from './caption-text.tsx';
import { CollageOrLink } from './collage.tsx';
import { Actions, Frame, Head } from './frame.tsx';
import type { PreviewProps } from './preview.ts';

const layouts = [
  { shape: 1.2, cells: ['col-span-3', 'col-span-3'] },
  { shape: 1.2, cells: ['col-span-6 row-span-2', 'col-span-3', 'col-span-3'] },
  { shape: 1.2, cells: ['col-span-6 row-span-2', 'col-span-2', 'col-span-2', 'col-span-2'] },
];

/** A member or a page, words cut after three lines, pictures edge to edge. */
export function LinkedinPreview({ account, caption, photos }: PreviewProps) {
  return (
    <Frame>
      <Head
        account={account}
        kind={account ? accountKind(account) : 'LinkedIn'}
        when="Now"
        avatarClass="size-11 rounded-sm"
      />
      <CaptionText
        platform="linkedin"
        caption={caption}
        more="more"
        linkClass="font-semibold text-(--link-linkedin)"
        className="px-3 pb-3"
      />
      <CollageOrLink
        photos={photos}
        caption={caption}
        single={{ min: 0.8, max: 1.91 }}
        layouts={layouts}
        linkClass="border-x-0"
      />
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
