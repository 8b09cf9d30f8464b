import type { Photo } from '@postloom/contracts';
import { Link } from 'wouter';
import { formatInstant } from '#lib/format.ts';
import { plural, postName } from '#lib/words.ts';
import { Skeleton, SkeletonGroup, StatusBadge } from '#ui/index.ts';
import { usePhotoUses } from '../api/photo-uses.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import { mediaTexts } from '../texts.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';

/** Posts that are listed; the rest is counted. */
const LISTED = 5;

export type PhotoUsesProps = { photo: Pick<Photo, 'id'>; timeZone: string };

/** The posts that show a photo, drafts too, each a link to it. */
export function PhotoUses({ photo, timeZone }: PhotoUsesProps) {
  const { posts, total, isPending, isError, refetch } = usePhotoUses(photo, LISTED);
  return (
    <section aria-label={photoDetailsTexts.uses.title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">{photoDetailsTexts.uses.title}</h3>
      {isPending ? (
        <SkeletonGroup text={photoDetailsTexts.uses.loading}>
          <Skeleton className="h-10" />
        </SkeletonGroup>
      ) : isError ? (
        <PartNotLoaded text={photoDetailsTexts.uses.failed} onRetry={() => void refetch()} />
      ) : posts.length === 0 ? (
        <p className="text-sm text-muted">{photoDetailsTexts.uses.none}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {posts.map((post) => (
            <li key={post.id}>
              <Link
                href={`/schedule?post=${post.id}`}
                className="flex items-center gap-3 rounded-control border border-line px-3 py-2 text-sm hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{postName(post.caption, 60)}</span>
                  <span className="block text-xs text-muted">
                    {post.scheduledFor ? formatInstant(post.scheduledFor, timeZone) : 'No date set'}
                  </span>
                </span>
                <StatusBadge status={post.status} />
              </Link>
            </li>
          ))}
          {total > posts.length ? (
            <li className="px-3 text-sm text-muted">{mediaTexts.andMore(total - posts.length)}</li>
          ) : null}
        </ul>
      )}
      <span role="status" className="sr-only">
        {isPending || isError ? '' : plural(total, 'post')}
      </span>
    </section>
  );
}
