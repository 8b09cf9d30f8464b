import { createHash } from 'node:crypto';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import { snowflake } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { findTwin } from '../duplicates.ts';
import { ownUpload } from './media.ts';
import { forbidden, invalidRequest, problem, xAccount } from './problems.ts';
import {
  asksOwnMetrics,
  isWithinMetrics,
  metricsTooOld,
  organicMetrics,
  ownMetrics,
  publicMetrics,
  refuseForeignMetrics,
} from './metrics.ts';
import type { RateLimits } from './rate-limits.ts';
import { addressesIn, cashtagsIn, longestPost, mostCashtags, weightedLength } from './weighted-length.ts';

/** How far back an identical post is a duplicate; X gives no figure. */
const duplicateWindowMs = 86_400_000;

/** Creating, reading and deleting posts; the account. */
export function xTweets(world: World, limits: RateLimits): Route[] {
  return [
    { method: 'POST', path: '/x/2/tweets', kind: 'publish', handle: (call) => create(world, limits, call) },
    { method: 'DELETE', path: '/x/2/tweets/:id', kind: 'publish', handle: (call) => remove(world, limits, call) },
    { method: 'GET', path: '/x/2/tweets', kind: 'read', handle: (call) => lookup(world, limits, call) },
    { method: 'GET', path: '/x/2/tweets/:id', kind: 'read', handle: (call) => readOne(world, limits, call) },
    { method: 'GET', path: '/x/2/users/me', kind: 'read', handle: (call) => me(world, limits, call) },
    { method: 'GET', path: '/x/2/users/:id/tweets', kind: 'read', handle: (call) => timeline(world, limits, call) },
  ];
}

async function create(world: World, limits: RateLimits, call: Call): Promise<Reply> {
  const { account } = xAccount(world, call, 'tweet.read', 'tweet.write', 'users.read');
  limits.take(call, account.id, 'POST /2/tweets', 100);
  if (typeof call.body.json !== 'object' || call.body.json === null) {
    invalidRequest('body', '', 'A JSON body is required.');
  }
  const body = call.body.json as Record<string, unknown>;
  const known = [
    'text',
    'media',
    'reply',
    'reply_settings',
    'made_with_ai',
    'paid_partnership',
    'for_super_followers_only',
    'nullcast',
  ];
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    invalidRequest(
      unknown,
      '',
      `${unknown}: is not defined in the schema and the schema does not allow additional properties`,
    );
  }
  const text = typeof body['text'] === 'string' ? body['text'] : '';
  const ids = mediaIds(body['media']);
  if (text.trim() === '' && ids.length === 0) {
    invalidRequest('text', text, 'Either text or media is required.');
  }
  if (weightedLength(text) > longestPost) {
    invalidRequest(
      'text',
      text.slice(0, 60),
      `text: the post is ${weightedLength(text)} weighted characters long, the limit is ${longestPost}`,
    );
  }
  if (cashtagsIn(text).length > mostCashtags) {
    invalidRequest('text', text.slice(0, 60), 'text: at most one cashtag');
  }
  if (ids.length > 4) {
    invalidRequest('media.media_ids', ids.join(), 'media.media_ids: at most 4 items');
  }
  const uploads = ids.map((id) => {
    const upload = ownUpload(world, account.id, id);
    if (!upload || upload.stuck) {
      return invalidRequest('media.media_ids', id, 'Your media IDs are invalid.');
    }
    return upload;
  });
  const now = Date.now();
  const base = { platform: 'twitter' as const, accountId: account.id, text, media: uploads.map((one) => one.media) };
  if (findTwin(world, base, duplicateWindowMs)) {
    forbidden('You are not allowed to create a Tweet with duplicate content.');
  }
  const id = snowflake(now);
  const post: Publication = {
    ...base,
    accountName: account.name,
    remoteId: id,
    kind: uploads.length > 1 ? 'carousel' : uploads.length === 1 ? 'photo' : 'text',
    altTexts: uploads.map((upload) => upload.altText),
    at: new Date(now).toISOString(),
    permalink: `${world.origin}/x/${account.username}/status/${id}`,
  };
  await world.ledger.publish(post);
  return json(
    {
      data: {
        id,
        text: shownText(world, account, post).text,
        edit_history_tweet_ids: [id],
        edit_history_post_ids: [id],
      },
    },
    201,
  );
}

function mediaIds(media: unknown): string[] {
  if (media === undefined || media === null) {
    return [];
  }
  const ids = typeof media === 'object' && 'media_ids' in media ? media.media_ids : undefined;
  if (!Array.isArray(ids) || ids.length === 0) {
    return invalidRequest('media.media_ids', '', 'media.media_ids: must be a list of 1 to 4 ids');
  }
  return ids.map(String);
}

/** The text as X gives it back: addresses shortened, the picture's own link at the end. */
function shownText(world: World, account: Account, post: Publication): { text: string; urls: unknown[] } {
  let text = post.text;
  let from = 0;
  const urls: unknown[] = [];
  for (const found of addressesIn(post.text)) {
    const at = text.indexOf(found, from);
    const short = `https://t.co/${tag(found)}`;
    text = text.slice(0, at) + short + text.slice(at + found.length);
    from = at + short.length;
    const full = /^https?:/i.test(found) ? found : `https://${found}`;
    urls.push({ start: at, end: from, url: short, expanded_url: full, display_url: full.replace(/^https?:\/\//, '') });
  }
  if (post.media.length > 0) {
    const short = `https://t.co/${tag(post.remoteId)}`;
    const start = text === '' ? 0 : text.length + 1;
    text = text === '' ? short : `${text} ${short}`;
    const expanded = `${world.origin}/x/${account.username}/status/${post.remoteId}/photo/1`;
    for (const [index] of post.media.entries()) {
      urls.push({
        start,
        end: text.length,
        url: short,
        expanded_url: expanded,
        display_url: `pic.x.com/${tag(post.remoteId)}`,
        media_key: `3_${post.remoteId}${index}`,
      });
    }
  }
  return { text, urls };
}

function tag(value: string): string {
  return createHash('sha256').update(value).digest('base64url').replace(/[-_]/g, 'x').slice(0, 10);
}

function tweetFields(world: World, account: Account, post: Publication, call: Call): Record<string, unknown> {
  const shown = shownText(world, account, post);
  const figures = world.figures(account, post);
  const isRecent = isWithinMetrics(world, post);
  const all: Record<string, unknown> = {
    created_at: post.at,
    author_id: account.id,
    entities: shown.urls.length > 0 ? { urls: shown.urls } : undefined,
    public_metrics: publicMetrics(figures),
    non_public_metrics: isRecent ? ownMetrics(figures) : undefined,
    organic_metrics: isRecent ? { ...ownMetrics(figures), ...organicMetrics(figures) } : undefined,
    attachments:
      post.media.length > 0 ? { media_keys: post.media.map((_, index) => `3_${post.remoteId}${index}`) } : undefined,
    conversation_id: post.remoteId,
    lang: 'en',
  };
  return {
    id: post.remoteId,
    text: shown.text,
    edit_history_tweet_ids: [post.remoteId],
    ...asked(call, 'tweet.fields', all),
  };
}

function asked(call: Call, parameter: string, all: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = (call.query.get(parameter) ?? '').split(',').filter((name) => name !== '');
  return Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
}

function timeline(world: World, limits: RateLimits, call: Call): Reply {
  const { account } = xAccount(world, call, 'tweet.read', 'users.read');
  limits.take(call, account.id, 'GET /2/users/:id/tweets', 900);
  const id = call.params['id'] ?? '';
  const subject = world.accounts.get('twitter', id);
  if (!subject) {
    return json({ errors: [notFound('user', id, 'id')] });
  }
  const most = Number(call.query.get('max_results') ?? 10);
  if (!Number.isInteger(most) || most < 5 || most > 100) {
    invalidRequest(
      'max_results',
      call.query.get('max_results') ?? '',
      'The `max_results` query parameter value is not between 5 and 100',
    );
  }
  const start = timeParameter(call, 'start_time');
  const end = timeParameter(call, 'end_time');
  const sinceId = call.query.get('since_id');
  const all = world
    .posts(subject)
    .filter((post) => {
      const at = Date.parse(post.at);
      return (
        (start === null || at >= start) &&
        (end === null || at < end) &&
        (sinceId === null || BigInt(post.remoteId) > BigInt(sinceId))
      );
    })
    .reverse();
  const offset = Number(Buffer.from(call.query.get('pagination_token') ?? '', 'base64url').toString() || '0');
  const rows = all.slice(offset, offset + most);
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) {
    return json({ meta: { result_count: 0 } });
  }
  return json({
    data: rows.map((post) => tweetFields(world, subject, post, call)),
    meta: {
      result_count: rows.length,
      newest_id: first.remoteId,
      oldest_id: last.remoteId,
      ...(offset + most < all.length ? { next_token: Buffer.from(String(offset + most)).toString('base64url') } : {}),
    },
  });
}

function timeParameter(call: Call, name: string): number | null {
  const value = call.query.get(name);
  if (value === null) {
    return null;
  }
  const parsed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(parsed)) {
    invalidRequest(
      name,
      value,
      `The \`${name}\` query parameter value [${value}] is not a valid date (YYYY-MM-DDTHH:mm:ssZ)`,
    );
  }
  return parsed;
}

function notFound(kind: 'tweet' | 'user', id: string, parameter: string): Record<string, unknown> {
  return {
    title: 'Not Found Error',
    detail: `Could not find ${kind} with ${parameter}: [${id}].`,
    resource_type: kind,
    resource_id: id,
    value: id,
    parameter,
    type: 'https://api.x.com/2/problems/resource-not-found',
  };
}

function lookup(world: World, limits: RateLimits, call: Call): Reply {
  const { account } = xAccount(world, call, 'tweet.read', 'users.read');
  limits.take(call, account.id, 'GET /2/tweets', 5000);
  const ids = (call.query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0 || ids.length > 100) {
    invalidRequest('ids', ids.join(), 'ids: must name 1 to 100 posts');
  }
  const data: unknown[] = [];
  const errors: unknown[] = [];
  for (const id of ids) {
    const found = findPost(world, account, id);
    if (!found) {
      errors.push(notFound('tweet', id, 'ids'));
      continue;
    }
    refuseForeignMetrics(call, account, found.account);
    data.push(tweetFields(world, found.account, found.post, call));
    if (asksOwnMetrics(call) && !isWithinMetrics(world, found.post)) {
      errors.push(metricsTooOld(id));
    }
  }
  return json({ ...(data.length > 0 ? { data } : {}), ...(errors.length > 0 ? { errors } : {}) });
}

/** A live post: anybody's, or a past one of the caller. */
function findPost(world: World, caller: Account, id: string): { post: Publication; account: Account } | null {
  const own = world.ledger.find('twitter', id);
  const account = own ? world.accounts.get('twitter', own.accountId) : caller;
  const post = account && world.post(account, id);
  return post && account ? { post, account } : null;
}

function readOne(world: World, limits: RateLimits, call: Call): Reply {
  const { account } = xAccount(world, call, 'tweet.read', 'users.read');
  limits.take(call, account.id, 'GET /2/tweets', 5000);
  const id = call.params['id'] ?? '';
  const found = findPost(world, account, id);
  if (!found) {
    return json({ errors: [notFound('tweet', id, 'id')] });
  }
  refuseForeignMetrics(call, account, found.account);
  return json({ data: tweetFields(world, found.account, found.post, call) });
}

async function remove(world: World, limits: RateLimits, call: Call): Promise<Reply> {
  const { account } = xAccount(world, call, 'tweet.read', 'tweet.write', 'users.read');
  limits.take(call, account.id, 'DELETE /2/tweets', 50);
  const found = findPost(world, account, call.params['id'] ?? '');
  if (!found) {
    return json({ data: { deleted: false } });
  }
  if (found.account.id !== account.id) {
    return problem(403, 'Forbidden', 'You are not authorized to delete this Tweet.');
  }
  await world.ledger.remove(found.post, new Date().toISOString());
  return json({ data: { deleted: true } });
}

function me(world: World, limits: RateLimits, call: Call): Reply {
  const { account } = xAccount(world, call, 'users.read', 'tweet.read');
  limits.take(call, account.id, 'GET /2/users/me', 75);
  const posts = world.posts(account);
  const all: Record<string, unknown> = {
    profile_image_url: world.avatar(account),
    verified: false,
    verified_type: 'none',
    subscription_type: 'None',
    created_at: account.createdAt,
    protected: false,
    public_metrics: {
      followers_count: world.followers(account),
      following_count: account.following,
      tweet_count: posts.length,
      listed_count: 4,
      like_count: 96,
      media_count: posts.reduce((sum, post) => sum + post.media.length, 0),
    },
  };
  return json({
    data: { id: account.id, name: account.name, username: account.username, ...asked(call, 'user.fields', all) },
  });
}
