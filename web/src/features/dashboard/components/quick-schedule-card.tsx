import type { Post } from '@postloom/contracts';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { OverviewCard } from '#components/overview-card.tsx';
import { knownCaption, shownStatus } from '#data/post-state.ts';
import { useSoonestPosts } from '#data/posts.ts';
import { asList } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { useIsWide } from '#lib/use-is-wide.ts';
import { postName } from '#lib/words.ts';
import { Button, EmptyState, SkeletonGroup, SkeletonRows, StatusBadge } from '#ui/index.ts';

const QUICK = 3;
/** Characters of a caption: on a phone, and on a desk, where the card is a narrow column. */
const CAPTION = 30;
const CAPTION_WIDE = 20;

/** The next 3 scheduled posts and the way to a new one. What needs a person has a card of its own. */
export function QuickScheduleCard({ timeZone, onCreate }: { timeZone: string; onCreate(): void }) {
  const { data, error, fetchStatus, refetch } = useSoonestPosts();
  const next =
    data &&
    asList<Post>(data)
      .filter((post) => shownStatus(post) === 'scheduled')
      .slice(0, QUICK);
  return (
    <OverviewCard id="quick-schedule" title="Quick Schedule" href="/schedule">
      <Async
        query={{ data: next, error, fetchStatus, refetch }}
        className="border-0 py-4"
        skeleton={
          <SkeletonGroup text="Loading your scheduled posts" className="grid gap-2">
            <SkeletonRows count={QUICK} className="h-14" />
          </SkeletonGroup>
        }
        empty={
          <EmptyState
            title="No scheduled posts"
            className="py-4"
            action={<Button onClick={onCreate}>Create Post</Button>}
          />
        }
      >
        {(posts) => (
          <ul className="-mx-2 grid divide-y divide-line">
            {posts.map((post) => (
              <QuickRow key={post.id} post={post} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </Async>
    </OverviewCard>
  );
}

function QuickRow({ post, timeZone }: { post: Post; timeZone: string }) {
  const length = useIsWide() ? CAPTION_WIDE : CAPTION;
  return (
    <li>
      <Link href={`/?post=${post.id}`} className="flex items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span title={knownCaption(post)} className="truncate text-sm font-semibold">
            {postName(knownCaption(post), length)}
          </span>
          <span className="text-xs text-muted tabular">
            {post.scheduledFor ? formatInstant(post.scheduledFor, timeZone) : 'No date set'}
          </span>
        </span>
        <StatusBadge status={shownStatus(post)} filled="scheduled" />
      </Link>
    </li>
  );
}
