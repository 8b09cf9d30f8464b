import type { Call } from '../../http/call.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import type { PostFigures } from '../../world/insights.ts';
import type { World } from '../../world/world.ts';
import { Refusal } from '../../http/reply.ts';
import { problem } from './problems.ts';

/** Non-public metrics are available for 30 days. */
const metricsMs = 30 * 86_400_000;

/** What everybody sees. */
export function publicMetrics(figures: PostFigures): Record<string, number> {
  const quotes = Math.floor(figures.shares / 5);
  return {
    retweet_count: figures.shares - quotes,
    reply_count: figures.comments,
    like_count: figures.likes,
    quote_count: quotes,
    bookmark_count: figures.saves,
    impression_count: figures.views,
  };
}

/** What the author alone sees. */
export function ownMetrics(figures: PostFigures): Record<string, number> {
  const links = Math.floor(figures.clicks / 2);
  return {
    engagements: figures.likes + figures.comments + figures.shares + figures.saves + figures.clicks,
    url_link_clicks: links,
    user_profile_clicks: figures.profileVisits,
    impression_count: figures.views,
  };
}

export function organicMetrics(figures: PostFigures): Record<string, number> {
  return { like_count: figures.likes, reply_count: figures.comments, retweet_count: figures.shares };
}

export function asksOwnMetrics(call: Call): boolean {
  return /\b(non_public|organic)_metrics\b/.test(call.query.get('tweet.fields') ?? '');
}

export function isWithinMetrics(world: World, post: Publication): boolean {
  return world.tokenClock() - Date.parse(post.at) < metricsMs;
}

/** Another account's non-public metrics are refused as a whole. */
export function refuseForeignMetrics(call: Call, caller: Account, author: Account): void {
  if (caller.id === author.id || !asksOwnMetrics(call)) {
    return;
  }
  throw new Refusal(
    problem(
      403,
      'Forbidden',
      'Sorry, you are not authorized to access non_public_metrics of this Tweet.',
      'https://api.twitter.com/2/problems/not-authorized-for-resource',
    ),
  );
}

/** The error beside the data of a post whose non-public metrics are gone. */
export function metricsTooOld(id: string): Record<string, unknown> {
  return {
    title: 'Field Authorization Error',
    detail: `Sorry, non_public_metrics of the Tweet with ids: [${id}] are available for 30 days only.`,
    resource_type: 'tweet',
    resource_id: id,
    value: id,
    parameter: 'ids',
    section: 'data',
    field: 'non_public_metrics',
    type: 'https://api.x.com/2/problems/not-authorized-for-field',
  };
}
