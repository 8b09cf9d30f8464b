import type { Analytics } from '@postloom/contracts';
import { Link } from 'wouter';
import { formatDate } from '#lib/format.ts';
import { postName } from '#lib/words.ts';
import { Card, CardBody, CardHeader, PlatformBadge } from '#ui/index.ts';
import { formatFigure, metrics } from '../figures.ts';
import { analyticsTexts } from '../texts.ts';

const texts = analyticsTexts.topPosts;
const CAPTION_LENGTH = 60;

/** The posts with the most interactions. */
export function TopPostsCard({ posts, timeZone }: { posts: Analytics['topPosts']; timeZone: string }) {
  return (
    <Card aria-labelledby="top-posts">
      <CardHeader id="top-posts" title={texts.title} />
      <CardBody>
        {posts.length === 0 ? (
          <p className="py-4 text-center text-sm text-muted">{texts.none}</p>
        ) : (
          <ol className="grid divide-y divide-line">
            {posts.map((post) => (
              <li key={post.postId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
                  {post.caption === null ? (
                    <span className="text-sm text-muted">{texts.deleted}</span>
                  ) : (
                    <Link
                      href={`/schedule?post=${post.postId}`}
                      className="text-sm font-semibold break-words hover:underline"
                    >
                      {postName(post.caption, CAPTION_LENGTH)}
                    </Link>
                  )}
                  <span className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
                    {post.platforms.map((platform) => (
                      <PlatformBadge key={platform} platform={platform} />
                    ))}
                    {formatDate(post.publishedAt, timeZone)}
                  </span>
                </div>
                <dl className="flex gap-5 text-right text-sm tabular">
                  {(['interactions', 'engagementRate'] as const).map((metric) => (
                    <div key={metric} className="grid">
                      <dt className="text-xs text-muted">{metrics[metric]}</dt>
                      <dd className="font-bold">{formatFigure(metric, post[metric])}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ol>
        )}
      </CardBody>
    </Card>
  );
}
