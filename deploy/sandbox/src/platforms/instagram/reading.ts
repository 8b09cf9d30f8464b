import { json } from '../../http/reply.ts';
import type { Call } from '../../http/call.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';
import { graphBearer, graphPage, graphTime, requireScope, selectFields, unknownObject } from '../graph.ts';
import { ownAccount, quotaUsed, readContainer } from './publishing.ts';

const basic = 'instagram_business_basic';

/** The account, what it has published, and how much more it may publish. */
export function instagramReading(world: World): Route[] {
  return [
    { method: 'GET', path: '/instagram/graph/me', kind: 'read', handle: (call) => readAccount(world, call) },
    { method: 'GET', path: '/instagram/graph/:account/media', kind: 'read', handle: (call) => listMedia(world, call) },
    {
      method: 'GET',
      path: '/instagram/graph/:account/content_publishing_limit',
      kind: 'read',
      handle: (call) => publishingLimit(world, call),
    },
    {
      method: 'GET',
      path: '/instagram/graph/:id',
      kind: (call) => (world.containers.get(call.params['id'] ?? '') ? 'status' : 'read'),
      handle: (call) => readNode(world, call),
    },
  ];
}

function readAccount(world: World, call: Call): Reply {
  const account = ownAccount(world, call, basic);
  return json(selectFields(call, accountFields(world, account), ['id']));
}

function accountFields(world: World, account: Account): Record<string, unknown> {
  return {
    id: account.scopedId,
    user_id: account.id,
    username: account.username,
    name: account.name,
    account_type: 'Business',
    profile_picture_url: world.avatar(account),
    followers_count: world.followers(account),
    follows_count: account.following,
    media_count: world.posts(account).length,
    biography: '',
    website: undefined,
  };
}

function readNode(world: World, call: Call): Reply {
  const { token, grant } = graphBearer(world, 'instagram', call);
  requireScope(grant, basic, 10);
  const id = call.params['id'] ?? '';
  const account = world.accounts.get('instagram', token.accountId ?? '');
  if (!account) {
    unknownObject(id, 'get');
  }
  if (id === account.id || id === account.scopedId) {
    return json(selectFields(call, accountFields(world, account), ['id']));
  }
  const container = world.containers.get(id);
  if (container?.accountId === account.id) {
    return readContainer(world, container, call);
  }
  const post = world.post(account, id);
  if (post) {
    return json(selectFields(call, mediaFields(world, account, post), ['id']));
  }
  return unknownObject(id, 'get');
}

function listMedia(world: World, call: Call): Reply {
  const account = ownAccount(world, call, basic);
  const posts = world.posts(account).map((post) => ({ id: post.remoteId, at: post.at, post }));
  const { data, paging } = graphPage(call, world, posts.reverse());
  return json({
    data: data.map((item) => selectFields(call, mediaFields(world, account, item.post), ['id'])),
    ...(paging === undefined ? {} : { paging }),
  });
}

function mediaFields(world: World, account: Account, post: Publication): Record<string, unknown> {
  const first = post.media[0];
  const figures = world.figures(account, post);
  return {
    id: post.remoteId,
    caption: post.text === '' ? undefined : post.text,
    permalink: post.permalink === '' ? `${world.origin}/instagram/p/${post.remoteId}/` : post.permalink,
    shortcode: post.refs?.['shortcode'] ?? post.remoteId,
    media_type: post.kind === 'carousel' ? 'CAROUSEL_ALBUM' : 'IMAGE',
    media_product_type: 'FEED',
    media_url: first ? `${world.origin}/sandbox/media/${first.sha256}` : world.avatar(account),
    alt_text: post.altTexts?.[0] ?? undefined,
    timestamp: graphTime(post.at),
    username: account.username,
    owner: { id: account.id },
    like_count: figures.likes,
    comments_count: figures.comments,
  };
}

function publishingLimit(world: World, call: Call): Reply {
  const account = ownAccount(world, call, 'instagram_business_content_publish');
  const total = world.settings.quotas === 'documented' ? world.settings.instagramPostsPerDay : 1_000_000;
  const all = { quota_usage: quotaUsed(world, account), config: { quota_total: total, quota_duration: 86400 } };
  return json({ data: [selectFields(call, all, ['quota_usage'])] });
}
