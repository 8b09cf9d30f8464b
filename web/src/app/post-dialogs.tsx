import type { Post } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { useSwitchBusiness } from '#features/businesses/api/switch-business.ts';
import { lazily } from '#lib/lazily.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { useShellActions } from './shell-actions.ts';

const PostDetails = lazily(() => import('./post-details.tsx'));
const RescheduleDialog = lazily(async () => ({
  default: (await import('#features/posts/components/reschedule-dialog.tsx')).RescheduleDialog,
}));

/** The post that the address names (`?post=<id>`), and what a person can do with it. */
export function PostDialogs({ timeZone, onEdit }: { timeZone: string; onEdit(post: Post): void }) {
  const address = useSearchState();
  const { connectAccount, connecting } = useShellActions();
  const change = useSwitchBusiness();
  const postId = address.get('post');
  const [moving, setMoving] = useState<Post | null>(null);
  return (
    <Suspense fallback={null}>
      {postId && !moving ? (
        <PostDetails
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
