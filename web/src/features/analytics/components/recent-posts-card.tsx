import type { Post } from '@postloom/contracts';
import { Link } from 'wouter';
import { LoadedCard } from '#components/loaded-card.tsx';
import { NothingYet } from '#components/nothing-yet.tsx';
import { knownCaption, shownAt, shownStatus } from '#data/post-state.ts';
import { formatInstant } from '#lib/format.ts';
import { postName } from '#lib/words.ts';
import { PlatformBadge, StatusBadge } from '#ui/index.ts';
import { useRecentPosts } from '../api/analytics.ts';
import { analyticsTexts } from '../texts.ts';

const texts = analyticsTexts.recent;
const CAPTION_LENGTH = 60;

/** 'Recent Posts Activity': the first 5 posts. */
export function RecentPostsCard({ timeZone }: { timeZone: string }) {
  const query = useRecentPosts();
  return (
    <LoadedCard
      id="recent-posts"
      title={texts.title}
      query={query}
      loading={texts.loading}
      skeleton={{ rows: 5, height: 'h-14' }}
      empty={
        <NothingYet href="/schedule?new=1" action={texts.create}>
          {texts.none}
        </NothingYet>
      }
    >
      {(posts) => (
        <ul className="grid divide-y divide-line">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </LoadedCard>
  );
}

function PostRow({ post, timeZone }: { post: Post; timeZone: string }) {
  const at = post.status === 'draft' ? null : shownAt(post);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <Link href={`/schedule?post=${post.id}`} className="text-sm font-semibold break-words hover:underline">
          {postName(knownCaption(post), CAPTION_LENGTH)}
        </Link>
        <span className="text-xs text-muted tabular">
          {at === null ? texts.draft : texts.scheduled(formatInstant(at, timeZone))}
        </span>
        <span className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
          {post.platforms.map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
          {texts.platforms(post.platforms.length)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={shownStatus(post)} />
        <span className="text-xs text-muted">{texts.hints[post.status]}</span>
      </div>
    </li>
  );
}
