import type { Photo, Post } from '@postloom/contracts';
import { lazy, Suspense, useState } from 'react';
import { useSearchState } from '#lib/use-search-state.ts';

const PostDetailsDialog = lazy(() =>
  import('#features/posts/components/post-dialogs.ts').then((module) => ({ default: module.PostDetailsDialog })),
);
const RescheduleDialog = lazy(() =>
  import('#features/posts/components/post-dialogs.ts').then((module) => ({ default: module.RescheduleDialog })),
);

/** The post that the address names (`?post=<id>`), and what a person can do with it. */
export function PostDialogs({
  timeZone,
  photos,
  onEdit,
}: {
  timeZone: string;
  photos: readonly Photo[];
  onEdit(post: Post): void;
}) {
  const address = useSearchState();
  const postId = address.get('post');
  const [moving, setMoving] = useState<Post | null>(null);
  return (
    <Suspense fallback={null}>
      {postId && !moving ? (
        <PostDetailsDialog
          key={postId}
          id={postId}
          photos={photos}
          timeZone={timeZone}
          onClose={() => address.set({ post: null })}
          onEdit={(post) => {
            address.set({ post: null });
            onEdit(post);
          }}
          onReschedule={setMoving}
          onOpen={(id) => address.set({ post: id })}
        />
      ) : null}
      {moving ? <RescheduleDialog post={moving} timeZone={timeZone} onClose={() => setMoving(null)} /> : null}
    </Suspense>
  );
}
