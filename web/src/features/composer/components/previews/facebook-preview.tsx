import { MessageCircle, Share, ThumbsUp } from 'lucide-react';
import { CaptionText } from './caption-text.tsx';
import { CollageOrLink } from './collage.tsx';
import { Actions, Frame, Head } from './frame.tsx';
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
  return (
    <Frame>
      <Head account={account} when="Just now" avatarClass="size-10" />
      <CaptionText
        platform="facebook"
        caption={caption}
        more="See more"
        linkClass="text-(--link-facebook)"
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
