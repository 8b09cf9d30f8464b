import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';
import type { Grant } from '../../world/grants.ts';
import { graphPage, graphTime, refuseGraph, requireScope, selectFields, unknownObject } from '../graph.ts';
import { facebookUser } from './definition.ts';
import { facebookBearer } from './login.ts';

/** The person, their Pages, the posts of a Page. */
export function facebookReading(world: World): Route[] {
  const list = (call: Call): Reply => listPosts(world, call);
  return [
    { method: 'GET', path: '/facebook/graph/me/accounts', kind: 'read', handle: (call) => listPages(world, call) },
    { method: 'GET', path: '/facebook/graph/:user/accounts', kind: 'read', handle: (call) => listPages(world, call) },
    { method: 'GET', path: '/facebook/graph/:page/feed', kind: 'read', handle: list },
    { method: 'GET', path: '/facebook/graph/:page/posts', kind: 'read', handle: list },
    { method: 'GET', path: '/facebook/graph/:page/published_posts', kind: 'read', handle: list },
    { method: 'GET', path: '/facebook/graph/:id', kind: 'read', handle: (call) => readNode(world, call) },
  ];
}

async function listPages(world: World, call: Call): Promise<Reply> {
  const { token, grant } = facebookBearer(world, call);
  const asked = call.params['user'] ?? 'me';
  if (token.use === 'page' || (asked !== 'me' && asked !== facebookUser.id)) {
    unknownObject(asked, 'get');
  }
  if (!grant.scopes.includes('pages_show_list')) {
    return json({ data: [] });
  }
  const rows: { id: string; at: string; fields: Record<string, unknown> }[] = [];
  for (const id of grant.accountIds) {
    const page = world.accounts.get('facebook', id);
    if (!page) {
      continue;
    }
    // A Page token from a long-lived user token does not expire; one from a short-lived token expires with it.
    const life = token.use === 'long' ? null : Math.max(0, ((token.expiresAt ?? 0) - world.tokenClock()) / 1000);
    const pageToken = await world.grants.issueToken(
      { platform: 'facebook', grantId: grant.id, use: 'page', accountId: page.id },
      'EAAP',
      life,
    );
    rows.push({
      id,
      at: page.createdAt,
      fields: { ...pageFields(world, page), access_token: pageToken.token, tasks: tasks(page) },
    });
  }
  const { data, paging } = graphPage(call, world, rows);
  return json({
    data: data.map((row) => selectFields(call, row.fields, ['access_token', 'category', 'name', 'id', 'tasks'])),
    ...(paging === undefined ? {} : { paging }),
  });
}

function tasks(page: Account): string[] {
  return page.kind === 'business' ? ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MODERATE', 'MANAGE'] : ['ANALYZE'];
}

function pageFields(world: World, page: Account): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: page.category,
    link: `${world.origin}/facebook/${page.username}`,
    picture: { data: { url: world.avatar(page), height: 96, width: 96, is_silhouette: false } },
    followers_count: world.followers(page),
    fan_count: world.followers(page),
    is_published: true,
    tasks: undefined,
    access_token: undefined,
  };
}

function readNode(world: World, call: Call): Reply {
  const { token, grant } = facebookBearer(world, call);
  const id = call.params['id'] ?? '';
  if (id === 'me' || id === facebookUser.id) {
    const page = token.use === 'page' ? world.accounts.get('facebook', token.accountId ?? '') : undefined;
    if (page) {
      return json(selectFields(call, pageFields(world, page), ['name', 'id']));
    }
    return json(selectFields(call, { ...facebookUser, email: undefined, picture: undefined }, ['name', 'id']));
  }
  const page = world.accounts.get('facebook', id);
  if (page && grant.accountIds.includes(id)) {
    return json(selectFields(call, pageFields(world, page), ['name', 'id']));
  }
  requireScope(grant, 'pages_read_engagement', 10);
  const found = readablePost(world, grant, id);
  if (found) {
    return json(selectFields(call, postFields(world, found.page, found.post), ['created_time', 'message', 'id']));
  }
  const byPhoto = world.ledger.findByRef('facebook', 'photo', id);
  if (byPhoto && grant.accountIds.includes(byPhoto.accountId) && byPhoto.deletedAt === undefined) {
    const fields = {
      id,
      created_time: graphTime(byPhoto.at),
      link: byPhoto.permalink,
      name: byPhoto.text,
      page_story_id: byPhoto.remoteId,
    };
    return json(selectFields(call, fields, ['created_time', 'id']));
  }
  const upload = world.uploads.get(id);
  if (upload && grant.accountIds.includes(upload.accountId)) {
    const created = graphTime(new Date(upload.createdAt).toISOString());
    return json(
      selectFields(call, { id, created_time: created, link: undefined, name: undefined, page_story_id: undefined }, [
        'created_time',
        'id',
      ]),
    );
  }
  return unknownObject(id, 'get');
}

/** A live post of a Page that the grant knows, by its id `<page>_<post>`. */
export function readablePost(world: World, grant: Grant, id: string): { page: Account; post: Publication } | null {
  const pageId = id.split('_', 1)[0] ?? '';
  const page = grant.accountIds.includes(pageId) ? world.accounts.get('facebook', pageId) : undefined;
  const post = page && world.post(page, id);
  return page && post ? { page, post } : null;
}

function listPosts(world: World, call: Call): Reply {
  const { token, grant } = facebookBearer(world, call);
  requireScope(grant, 'pages_read_engagement', 10);
  const asked = call.params['page'] ?? 'me';
  const id = asked === 'me' ? (token.accountId ?? '') : asked;
  const page = world.accounts.get('facebook', id);
  if (!page || !grant.accountIds.includes(id) || (token.use === 'page' && token.accountId !== id)) {
    unknownObject(asked, 'get');
  }
  if (token.use !== 'page') {
    refuseGraph({ message: '(#210) A page access token is required to request this resource.', code: 210 }, 403);
  }
  const posts = world.posts(page).map((post) => ({ id: post.remoteId, at: post.at, post }));
  const { data, paging } = graphPage(call, world, posts.reverse());
  return json({
    data: data.map((row) => selectFields(call, postFields(world, page, row.post), ['created_time', 'message', 'id'])),
    ...(paging === undefined ? {} : { paging }),
  });
}

const emptyPost: Readonly<Record<string, unknown>> = {
  attachments: undefined,
  full_picture: undefined,
  status_type: undefined,
  shares: undefined,
  reactions: undefined,
  comments: undefined,
  story: undefined,
};

function postFields(world: World, page: Account, post: Publication): Record<string, unknown> {
  const pictures = post.media.map((media, index) => ({
    media: {
      image: { src: `${world.origin}/sandbox/media/${media.sha256}`, width: media.width, height: media.height },
    },
    target: { id: index === 0 ? (post.refs?.['photo'] ?? post.remoteId) : post.remoteId, url: post.permalink },
    type: 'photo',
    url: post.permalink,
    ...(post.altTexts?.[index] ? { description: post.altTexts[index] } : {}),
  }));
  const attachments =
    pictures.length === 0
      ? undefined
      : {
          data:
            pictures.length === 1
              ? pictures
              : [{ type: 'album', url: post.permalink, subattachments: { data: pictures } }],
        };
  const { likes, comments, shares } = world.figures(page, post);
  const permalink = post.permalink === '' ? `${world.origin}/facebook/p/${post.remoteId}` : post.permalink;
  return {
    ...emptyPost,
    id: post.remoteId,
    message: post.text === '' ? undefined : post.text,
    created_time: graphTime(post.at),
    permalink_url: permalink,
    is_published: true,
    status_type: post.media.length > 0 ? 'added_photos' : 'mobile_status_update',
    full_picture: pictures[0]?.media.image.src,
    attachments,
    from: { name: post.accountName, id: post.accountId },
    // Absent when nobody shared it.
    shares: shares > 0 ? { count: shares } : undefined,
    reactions: { data: [], summary: { total_count: likes } },
    comments: { data: [], summary: { total_count: comments } },
  };
}
