import type { Occurrence, Post } from '@postloom/contracts';
import { Repeat, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { excerpt } from '../../../lib/photos.ts';
import { formatInstant } from '../../../lib/time-zones.ts';
import { Badge, PlatformBadge, StatusBadge } from '../../../ui/index.ts';
import { needsAttention, shownAt } from '../post-state.ts';

const CAPTION = 50;

/** One post as a row that opens its details. */
export function PostRow({ post, timeZone, onOpen }: { post: Post; timeZone: string; onOpen(id: string): void }) {
  const at = shownAt(post);
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(post.id)}
        className="grid w-full gap-x-4 gap-y-1.5 rounded-control px-3 py-3 text-left transition-colors hover:bg-sunken sm:grid-cols-[1fr_auto] sm:items-center"
      >
        <span className="grid min-w-0 gap-0.5">
          <span className="truncate font-semibold">{excerpt(post.caption, CAPTION)}</span>
          <span className="text-sm text-muted tabular">{at ? formatInstant(at, timeZone) : 'No date set'}</span>
        </span>
        <span className="flex flex-wrap items-center gap-1.5">
          {post.platforms.map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
          {needsAttention(post) ? (
            <Badge tone="weld">
              <TriangleAlert aria-hidden="true" />
              Needs attention
            </Badge>
          ) : (
            <StatusBadge status={post.status} />
          )}
        </span>
      </button>
    </li>
  );
}

/** What a recurring schedule will bring, as a row that leads to the schedules. */
export function OccurrenceRow({
  occurrence,
  timeZone,
  onOpen,
}: {
  occurrence: Occurrence;
  timeZone: string;
  onOpen(): void;
}) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full gap-x-4 gap-y-1.5 rounded-control px-3 py-3 text-left transition-colors hover:bg-sunken sm:grid-cols-[1fr_auto] sm:items-center"
      >
        <span className="grid min-w-0 gap-0.5">
          <span className="truncate font-semibold">
            {occurrence.caption ? excerpt(occurrence.caption, CAPTION) : 'From a recurring schedule'}
          </span>
          <span className="text-sm text-muted tabular">{formatInstant(occurrence.dueAt, timeZone)}</span>
        </span>
        <span className="flex flex-wrap items-center gap-1.5">
          {occurrence.platforms.map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
          <Badge tone="outline">
            <Repeat aria-hidden="true" />
            Recurring
          </Badge>
        </span>
      </button>
    </li>
  );
}

export type PostListProps = {
  posts: readonly Post[];
  timeZone: string;
  onOpen(id: string): void;
};

type Group = { title: string; posts: readonly Post[] };

/** Coming up soonest first, then drafts, then what is over, latest first. */
export function groupsOf(posts: readonly Post[]): readonly Group[] {
  const time = (post: Post) => Date.parse(shownAt(post) ?? post.createdAt);
  const of = (...statuses: Post['status'][]) => posts.filter((post) => statuses.includes(post.status));
  return [
    { title: 'Coming up', posts: of('scheduled').sort((a, b) => time(a) - time(b)) },
    { title: 'Drafts', posts: of('draft').sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)) },
    { title: 'Published and failed', posts: of('published', 'failed').sort((a, b) => time(b) - time(a)) },
  ].filter((group) => group.posts.length > 0);
}

/** The list view of the calendar. */
export function PostList({ posts, timeZone, onOpen }: PostListProps): ReactNode {
  return (
    <div className="grid gap-6">
      {groupsOf(posts).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3 className="px-3 pb-1 text-sm font-semibold text-muted">{group.title}</h3>
          <ul className="grid divide-y divide-line">
            {group.posts.map((post) => (
              <PostRow key={post.id} post={post} timeZone={timeZone} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
