import type { Occurrence, Platform, Post } from '@postloom/contracts';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInstant } from '#lib/format.ts';
import { excerpt } from '#lib/words.ts';
import { Badge, PlatformBadge, StatusBadge } from '#ui/index.ts';
import { shownAt, shownStatus } from '#data/post-state.ts';

const CAPTION = 50;

/** What stands on a day or in the list, as a row that opens it. */
function EntryRow({
  title,
  when,
  platforms,
  badge,
  onOpen,
}: {
  title: string;
  when: string;
  platforms: readonly Platform[];
  badge: ReactNode;
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
          <span className="truncate font-semibold">{title}</span>
          <span className="text-sm text-muted tabular">{when}</span>
        </span>
        <span className="flex flex-wrap items-center gap-1.5">
          {platforms.map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
          {badge}
        </span>
      </button>
    </li>
  );
}

/** One post as a row that opens its details. */
export function PostRow({ post, timeZone, onOpen }: { post: Post; timeZone: string; onOpen(id: string): void }) {
  const at = shownAt(post);
  return (
    <EntryRow
      title={excerpt(post.caption, CAPTION)}
      when={at ? formatInstant(at, timeZone) : 'No date set'}
      platforms={post.platforms}
      badge={<StatusBadge status={shownStatus(post)} />}
      onOpen={() => onOpen(post.id)}
    />
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
    <EntryRow
      title={occurrence.caption ? excerpt(occurrence.caption, CAPTION) : 'From a recurring schedule'}
      when={formatInstant(occurrence.dueAt, timeZone)}
      platforms={occurrence.platforms}
      badge={
        <Badge tone="outline">
          <Repeat aria-hidden="true" />
          Recurring
        </Badge>
      }
      onOpen={onOpen}
    />
  );
}

export type PostListProps = {
  posts: readonly Post[];
  timeZone: string;
  onOpen(id: string): void;
};

type Group = { title: string; posts: readonly Post[] };

/** Coming up soonest first, then drafts, then what is over, latest first. */
function groupsOf(posts: readonly Post[]): readonly Group[] {
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
