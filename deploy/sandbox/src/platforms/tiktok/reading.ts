import type { Call } from '../../http/call.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';
import { creator, envelope, invalidParam, limitRate, refuse } from './answers.ts';
import { isPublic } from './publishing.ts';

/** The account, its public posts. */
export function tiktokReading(world: World): Route[] {
  return [
    { method: 'GET', path: '/tiktok/v2/user/info', kind: 'read', handle: (call) => userInfo(world, call) },
    { method: 'POST', path: '/tiktok/v2/video/list', kind: 'read', handle: (call) => list(world, call) },
    { method: 'POST', path: '/tiktok/v2/video/query', kind: 'read', handle: (call) => query(world, call) },
  ];
}

/** The scope that each field of the account needs. */
const userFields: Readonly<Record<string, string>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

function askedFields(call: Call, known: readonly string[]): string[] {
  const names = (call.query.get('fields') ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) {
    return invalidParam('The request parameter fields is required');
  }
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? names : invalidParam(`The field ${unknown} is not valid`);
}

function userInfo(world: World, call: Call): Reply {
  const who = creator(world, call, 'user.info.basic');
  limitRate(world, who, 'user info', 600);
  const names = askedFields(call, Object.keys(userFields));
  const missing = names.find((name) => !who.grant.scopes.includes(userFields[name] ?? ''));
  if (missing !== undefined) {
    return refuse(
      401,
      'scope_not_authorized',
      `The user did not authorize the scope required for the field ${missing}`,
    );
  }
  const { account } = who;
  const posts = publicPosts(world, account);
  const all: Record<string, unknown> = {
    open_id: account.id,
    union_id: account.scopedId,
    avatar_url: world.avatar(account),
    avatar_url_100: world.avatar(account),
    avatar_large_url: world.avatar(account),
    display_name: account.name,
    username: account.username,
    bio_description: '',
    profile_deep_link: `${world.origin}/tiktok/@${account.username}`,
    is_verified: false,
    follower_count: world.followers(account),
    following_count: account.following,
    likes_count: posts.reduce((sum, post) => sum + world.figures(account, post).likes, 0),
    video_count: posts.length,
  };
  return envelope({ user: Object.fromEntries(names.map((name) => [name, all[name]])) });
}

/** Posts that everybody may see, newest first, those from before the sandbox among them. */
function publicPosts(world: World, account: Account): Publication[] {
  return world
    .posts(account)
    .filter((post) => isPublic(world, post))
    .reverse();
}

const videoFields = [
  'id',
  'create_time',
  'cover_image_url',
  'share_url',
  'video_description',
  'duration',
  'height',
  'width',
  'title',
  'embed_html',
  'embed_link',
  'like_count',
  'comment_count',
  'share_count',
  'view_count',
];

function videoOf(world: World, account: Account, post: Publication, names: readonly string[]): Record<string, unknown> {
  const [title = '', ...rest] = post.text.split('\n');
  const first = post.media[0];
  const figures = world.figures(account, post);
  const shareUrl = `${world.origin}/tiktok/@${account.username}/photo/${post.remoteId}`;
  const all: Record<string, unknown> = {
    id: post.remoteId,
    create_time: Math.floor(Date.parse(post.at) / 1000),
    cover_image_url: first ? `${world.origin}/sandbox/media/${first.sha256}` : world.avatar(account),
    share_url: shareUrl,
    video_description: post.text,
    duration: 0,
    height: first?.height ?? 0,
    width: first?.width ?? 0,
    title: rest.length > 0 ? title : post.text.slice(0, 90),
    embed_html: '',
    embed_link: shareUrl,
    like_count: figures.likes,
    comment_count: figures.comments,
    share_count: figures.shares,
    view_count: figures.views,
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

function list(world: World, call: Call): Reply {
  const who = creator(world, call, 'video.list');
  limitRate(world, who, 'video list', 600);
  const names = askedFields(call, videoFields);
  const body = (call.body.json ?? {}) as { max_count?: unknown; cursor?: unknown };
  const most = body.max_count ?? 10;
  if (typeof most !== 'number' || !(most >= 1 && most <= 20)) {
    return invalidParam('max_count must be from 1 to 20');
  }
  const before = typeof body.cursor === 'number' && body.cursor > 0 ? body.cursor : Infinity;
  const older = publicPosts(world, who.account).filter((post) => Date.parse(post.at) < before);
  const page = older.slice(0, most);
  const last = page.at(-1);
  return envelope({
    videos: page.map((post) => videoOf(world, who.account, post, names)),
    cursor: last ? Date.parse(last.at) : 0,
    has_more: older.length > page.length,
  });
}

function query(world: World, call: Call): Reply {
  const who = creator(world, call, 'video.list');
  limitRate(world, who, 'video query', 600);
  const names = askedFields(call, videoFields);
  const ids = (call.body.json as { filters?: { video_ids?: unknown } } | undefined)?.filters?.video_ids;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 20) {
    return invalidParam('video_ids must name 1 to 20 videos');
  }
  const wanted = new Set(ids.map(String));
  const found = publicPosts(world, who.account).filter((post) => wanted.has(post.remoteId));
  return envelope({ videos: found.map((post) => videoOf(world, who.account, post, names)) });
}
