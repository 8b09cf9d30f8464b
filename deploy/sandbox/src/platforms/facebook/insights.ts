import { argument } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Account } from '../../world/accounts.ts';
import { accountFigures, daysOf, followersAt } from '../../world/insights.ts';
import type { PostFigures } from '../../world/insights.ts';
import type { World } from '../../world/world.ts';
import { graphTime, refuseGraph, requireScope, unknownObject } from '../graph.ts';
import { askedMetrics, insightOf, isLate, windowOf } from '../graph-insights.ts';
import { facebookBearer } from './login.ts';
import { readablePost } from './reading.ts';

const leastLikes = 100;

/** Figures of a post and of a Page; only the `*_media_view*` family is left of the old reach metrics. */
export function facebookInsights(world: World): Route[] {
  return [
    { method: 'GET', path: '/facebook/graph/:id/insights', kind: 'read', handle: (call) => insights(world, call) },
  ];
}

const postMetrics: Readonly<Record<string, (figures: PostFigures) => unknown>> = {
  post_media_view: (figures) => figures.views,
  post_total_media_view_unique: (figures) => figures.reach,
  post_clicks: (figures) => figures.clicks,
  post_reactions_by_type_total: (figures) => {
    const love = Math.floor(figures.likes / 6);
    return figures.likes === 0 ? {} : { like: figures.likes - love, ...(love > 0 ? { love } : {}) };
  },
};

const pageMetrics: readonly string[] = [
  'page_media_view',
  'page_total_media_view_unique',
  'page_post_engagements',
  'page_daily_follows_unique',
  'page_follows',
];

function insights(world: World, call: Call): Reply {
  const { token, grant } = facebookBearer(world, call);
  if (token.use !== 'page') {
    refuseGraph({ message: '(#210) A page access token is required to request this resource.', code: 210 }, 403);
  }
  requireScope(grant, 'read_insights', 200);
  requireScope(grant, 'pages_read_engagement', 200);
  const id = call.params['id'] ?? '';
  const page = world.accounts.get('facebook', token.accountId ?? '');
  if (!page) {
    return unknownObject(id, 'get');
  }
  if (id === 'me' || id === page.id) {
    return ofPage(world, call, page);
  }
  const found = readablePost(world, grant, id);
  if (found?.page.id !== page.id) {
    return unknownObject(id, 'get');
  }
  const names = askedMetrics(call, Object.keys(postMetrics));
  const figures = world.figures(page, found.post);
  return json({
    data: names.map((name) =>
      insightOf(id, { name, period: 'lifetime', answer: { values: [{ value: postMetrics[name]?.(figures) ?? 0 }] } }),
    ),
    paging: {},
  });
}

function ofPage(world: World, call: Call, page: Account): Reply {
  const names = askedMetrics(call, pageMetrics);
  const period = argument(call, 'period') ?? 'day';
  if (period !== 'day') {
    refuseGraph({ message: '(#100) period must be day', code: 100 });
  }
  const now = world.tokenClock();
  const { from, to } = windowOf(call, now, 90);
  if (page.followers < leastLikes) {
    return json({ data: [], paging: {} });
  }
  const posts = world.posts(page);
  const days = daysOf(from, Math.min(to, now), 91).filter((day) => !isLate(world, day.to));
  const figures = days.map((day) => accountFigures(page, posts, day.from, Math.min(day.to, now)));
  const valueOf = (name: string, index: number): number => {
    const day = figures[index];
    const end = Math.min(days[index]?.to ?? now, now);
    if (!day) {
      return 0;
    }
    switch (name) {
      case 'page_media_view':
        return day.views;
      case 'page_total_media_view_unique':
        return day.reach;
      case 'page_post_engagements':
        return day.likes + day.comments + day.shares + day.clicks;
      case 'page_daily_follows_unique':
        return day.follows;
      default:
        return followersAt(page, end);
    }
  };
  return json({
    data: names.map((name) =>
      insightOf(page.id, {
        name,
        period: 'day',
        answer: {
          values: days.map((day, index) => ({
            value: valueOf(name, index),
            end_time: graphTime(new Date(day.to).toISOString()),
          })),
        },
      }),
    ),
    paging: {},
  });
}
