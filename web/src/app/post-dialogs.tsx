import type { Post } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { useSwitchBusiness } from '#features/businesses/api/switch-business.ts';
import { useCropPhoto } from '#features/media/api/photo-copies.ts';
import { usePageContext } from '#data/page-context.tsx';
import { lazily } from '#lib/lazily.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { useShellActions } from './shell-actions.ts';

const PostDetailsDialog = lazily(async () => ({
  default: (await import('#features/posts/components/post-details-dialog.tsx')).PostDetailsDialog,
}));
const OnePhotoPicker = lazily(async () => ({ default: (await import('./one-photo-picker.tsx')).OnePhotoPicker }));
const RescheduleDialog = lazily(async () => ({
  default: (await import('#features/posts/components/reschedule-dialog.tsx')).RescheduleDialog,
}));

/** The post that the address names (`?post=<id>`), and what a person can do with it. */
export function PostDialogs({ timeZone, onEdit }: { timeZone: string; onEdit(post: Post): void }) {
  const address = useSearchState();
  const { business } = usePageContext();
  const { connectAccount, connecting } = useShellActions();
  const crop = useCropPhoto();
  const change = useSwitchBusiness();
  const postId = address.get('post');
  const [moving, setMoving] = useState<Post | null>(null);
  return (
    <Suspense fallback={null}>
      {postId && !moving ? (
        <PostDetailsDialog
          key={postId}
          id={postId}
          timeZone={timeZone}
          onClose={() => address.set({ post: null })}
          onEdit={(post) => {
            address.set({ post: null });
            onEdit(post);
          }}
          onReschedule={setMoving}
          switching={change.isPending}
          onSwitchBusiness={(businessId) => change.mutate(businessId)}
          onOpen={(id) => address.set({ post: id })}
          connecting={connecting}
          onConnect={connectAccount}
          onCrop={(photoId, area) => crop.mutateAsync({ id: photoId, crop: area })}
          photoPicker={(slot) =>
            business ? (
              <Suspense>
                <OnePhotoPicker {...slot} businessId={business.id} />
              </Suspense>
            ) : null
          }
        />
      ) : null}
      {moving ? (
        <RescheduleDialog
          post={moving}
          timeZone={timeZone}
          connecting={connecting}
          onConnect={connectAccount}
          onClose={() => setMoving(null)}
        />
      ) : null}
    </Suspense>
  );
}
