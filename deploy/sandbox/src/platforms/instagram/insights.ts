import { argument } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import { accountFigures, daysOf, followersAt } from '../../world/insights.ts';
import type { PostFigures } from '../../world/insights.ts';
import type { World } from '../../world/world.ts';
import { graphBearer, graphTime, refuseGraph, requireScope, unknownObject } from '../graph.ts';
import { askedMetrics, insightOf, isLate, windowOf } from '../graph-insights.ts';

const scope = 'instagram_business_manage_insights';
const leastFollowers = 100;

/** Figures of a post and of the account; removed names (`impressions`, `plays`, ...) are refused as unknown. */
export function instagramInsights(world: World): Route[] {
  return [
    { method: 'GET', path: '/instagram/graph/:id/insights', kind: 'read', handle: (call) => insights(world, call) },
  ];
}

function insights(world: World, call: Call): Reply {
  const { token, grant } = graphBearer(world, 'instagram', call);
  requireScope(grant, scope, 10);
  const account = world.accounts.get('instagram', token.accountId ?? '');
  const id = call.params['id'] ?? '';
  if (!account) {
    return unknownObject(id, 'get');
  }
  if (id === 'me' || id === account.id || id === account.scopedId) {
    return ofAccount(world, call, account);
  }
  const post = world.post(account, id);
  return post ? ofPost(world, call, account, post) : unknownObject(id, 'get');
}

const postMetrics: Readonly<Record<string, (figures: PostFigures) => number>> = {
  views: (figures) => figures.views,
  reach: (figures) => figures.reach,
  likes: (figures) => figures.likes,
  comments: (figures) => figures.comments,
  saved: (figures) => figures.saves,
  shares: (figures) => figures.shares,
  reposts: (figures) => Math.floor(figures.shares / 3),
  total_interactions: interactions,
  follows: (figures) => figures.follows,
  profile_visits: (figures) => figures.profileVisits,
  profile_activity: (figures) => Math.floor(figures.profileVisits / 4),
};

function interactions(figures: PostFigures): number {
  return figures.likes + figures.comments + figures.saves + figures.shares;
}

function ofPost(world: World, call: Call, account: Account, post: Publication): Reply {
  const names = askedMetrics(call, Object.keys(postMetrics));
  const figures = world.figures(account, post);
  const data = names.map((name) =>
    insightOf(post.remoteId, {
      name,
      period: 'lifetime',
      answer: { values: [{ value: postMetrics[name]?.(figures) ?? 0 }] },
    }),
  );
  return json({ data });
}

const accountMetrics: Readonly<Record<string, (figures: PostFigures) => number>> = {
  views: (figures) => figures.views,
  reach: (figures) => figures.reach,
  accounts_engaged: (figures) => Math.floor(interactions(figures) * 0.8),
  total_interactions: interactions,
  likes: (figures) => figures.likes,
  comments: (figures) => figures.comments,
  saves: (figures) => figures.saves,
  shares: (figures) => figures.shares,
  replies: () => 0,
  reposts: (figures) => Math.floor(figures.shares / 3),
  follows_and_unfollows: (figures) => figures.follows,
  profile_links_taps: (figures) => Math.floor(figures.profileVisits / 5),
};
const series = ['reach', 'follower_count'];

function ofAccount(world: World, call: Call, account: Account): Reply {
  const now = world.tokenClock();
  const asTotal = argument(call, 'metric_type') === 'total_value';
  const names = askedMetrics(call, asTotal ? Object.keys(accountMetrics) : series);
  if (argument(call, 'period') !== 'day') {
    refuseGraph({ message: '(#100) period must be day', code: 100 });
  }
  const { from, to } = windowOf(call, now, 30);
  const posts = world.posts(account);
  if (asTotal) {
    // Missing data is an empty list, not zeros.
    if (isLate(world, to)) {
      return json({ data: [] });
    }
    const figures = accountFigures(account, posts, from, Math.min(to, now));
    const data = names.map((name) =>
      insightOf(account.id, {
        name,
        period: 'day',
        answer: { total_value: { value: accountMetrics[name]?.(figures) ?? 0 } },
      }),
    );
    return json({ data });
  }
  const days = daysOf(from, Math.min(to, now), 31).filter((day) => !isLate(world, day.to));
  const data = names
    .filter((name) => name !== 'follower_count' || account.followers >= leastFollowers)
    .map((name) =>
      insightOf(account.id, {
        name,
        period: 'day',
        answer: {
          values: days.map((day) => ({
            value:
              name === 'reach'
                ? accountFigures(account, posts, day.from, Math.min(day.to, now)).reach
                : followersAt(account, Math.min(day.to, now)) - followersAt(account, day.from),
            end_time: graphTime(new Date(day.to).toISOString()),
          })),
        },
      }),
    );
  return json({ data });
}
