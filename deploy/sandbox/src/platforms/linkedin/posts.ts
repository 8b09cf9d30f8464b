import { createHash } from 'node:crypto';
import type { Call } from '../../http/call.ts';
import { Refusal, json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { MeasuredMedia } from '../../media/measure.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import { longId } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { findTwin } from '../duplicates.ts';
import {
  denied,
  invalidField,
  linkedInError,
  readableOrganization,
  refuse,
  restCaller,
  tooMany,
  urnOf,
  writableAuthor,
} from './answers.ts';
import { usableImage } from './images.ts';
import type { LinkedInImages } from './images.ts';
import { readLittleText, writeLittleText } from './little-text.ts';

/** An identical post within ten minutes is refused; the answer names the first. */
const duplicateWindowMs = 10 * 60_000;
const longestCommentary = 3000;
const longestAltText = 4086;
/** Share on LinkedIn: requests of a member to create in a UTC day. */
const memberPostsPerDay = 150;

/** Creating, editing, deleting and finding posts. */
export function linkedInPosts(world: World, images: LinkedInImages): Route[] {
  return [
    {
      method: 'POST',
      path: '/linkedin/rest/posts',
      kind: 'publish',
      handle: (call) => create(world, images, call),
    },
    { method: 'GET', path: '/linkedin/rest/posts', kind: 'read', handle: (call) => find(world, call) },
    { method: 'GET', path: '/linkedin/rest/posts/:urn', kind: 'read', handle: (call) => readOne(world, call) },
    { method: 'POST', path: '/linkedin/rest/posts/:urn', kind: 'publish', handle: (call) => edit(world, call) },
    { method: 'DELETE', path: '/linkedin/rest/posts/:urn', kind: 'publish', handle: (call) => remove(world, call) },
  ];
}

type Fields = Readonly<Record<string, unknown>>;

function objectAt(value: unknown, path: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Fields;
  }
  return value === undefined || value === null
    ? invalidField('MISSING_FIELD', path, `${path} is required`)
    : invalidField('INVALID_VALUE_FOR_FIELD', path, `${path} must be an object`);
}

function oneOf(value: unknown, allowed: readonly string[], path: string): string {
  if (value === undefined) {
    return invalidField('MISSING_FIELD', path, `${path} is required`);
  }
  const found = allowed.find((word) => word === value);
  return found ?? invalidField('INVALID_VALUE_FOR_FIELD', path, `${path} must be one of ${allowed.join(', ')}`);
}

/** The words of a post for a reader; refuses what is unescaped or too long (UTF-16 units, unescaped). */
function commentaryOf(value: unknown): string {
  if (typeof value !== 'string') {
    return invalidField('MISSING_FIELD', 'commentary', 'commentary is required');
  }
  const read = readLittleText(value);
  if ('at' in read) {
    return invalidField(
      'INVALID_VALUE_FOR_FIELD',
      'commentary',
      `commentary has the reserved character ${read.character} at ${read.at}, which must be escaped with a backslash`,
    );
  }
  if (read.text.length > longestCommentary) {
    return invalidField(
      'FIELD_LENGTH_TOO_LONG',
      'commentary',
      `commentary is ${read.text.length} characters long, at most ${longestCommentary} are allowed`,
    );
  }
  return read.text;
}

interface Content {
  readonly media: readonly MeasuredMedia[];
  readonly altTexts: readonly (string | null)[];
  /** Words that a link card adds. */
  readonly link: string;
}

function contentOf(images: LinkedInImages, author: Account, value: unknown): Content {
  if (value === undefined || value === null) {
    return { media: [], altTexts: [], link: '' };
  }
  const content = objectAt(value, 'content');
  const kinds = Object.keys(content);
  if (kinds.length !== 1) {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'content', 'content must have exactly one member');
  }
  if (content['article'] !== undefined) {
    const source = objectAt(content['article'], 'content/article')['source'];
    if (typeof source !== 'string' || !URL.canParse(source)) {
      return invalidField('INVALID_VALUE_FOR_FIELD', 'content/article/source', 'source must be a URL');
    }
    return { media: [], altTexts: [], link: source };
  }
  const several = content['multiImage'];
  if (several === undefined) {
    const one = objectAt(content['media'], 'content/media');
    if (typeof one['id'] === 'string' && !one['id'].startsWith('urn:li:image:')) {
      return invalidField('INVALID_VALUE_FOR_FIELD', 'content/media/id', 'only images are offered here');
    }
    return {
      media: [usableImage(images, author.id, one['id'], 'content/media/id')],
      altTexts: [altTextOf(one['altText'], 'content/media/altText')],
      link: '',
    };
  }
  const list = objectAt(several, 'content/multiImage')['images'];
  if (!Array.isArray(list) || list.length < 2 || list.length > 20) {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'content/multiImage/images', 'images must be a list of 2 to 20');
  }
  const items = list.map((item, index) => objectAt(item, `content/multiImage/images/${index}`));
  return {
    media: items.map((item, index) =>
      usableImage(images, author.id, item['id'], `content/multiImage/images/${index}/id`),
    ),
    altTexts: items.map((item, index) => altTextOf(item['altText'], `content/multiImage/images/${index}/altText`)),
    link: '',
  };
}

function altTextOf(value: unknown, path: string): string | null {
  if (value === undefined || value === null || value === '') {
    return null;
  }
  if (typeof value !== 'string') {
    return invalidField('INVALID_VALUE_FOR_FIELD', path, 'altText must be a text');
  }
  return value.length > longestAltText
    ? invalidField('FIELD_LENGTH_TOO_LONG', path, `altText is longer than ${longestAltText} characters`)
    : value;
}

async function create(world: World, images: LinkedInImages, call: Call): Promise<Reply> {
  const who = restCaller(world, call);
  if (call.body.broken || call.body.json === undefined) {
    return refuse(400, 'ILLEGAL_ARGUMENT', 'The request body is not valid JSON');
  }
  const body = objectAt(call.body.json, 'body');
  if (body['author'] === undefined) {
    return invalidField('MISSING_FIELD', 'author', 'author is required');
  }
  const author = writableAuthor(world, call, who, body['author'], 'author', 'posts.CREATE');
  const most = author.kind === 'member' && world.settings.quotas === 'documented' ? memberPostsPerDay : Infinity;
  if (!world.calls.take(`posts ${author.id}`, most, 86_400_000)) {
    throw new Refusal(tooMany());
  }
  const commentary = commentaryOf(body['commentary']);
  const visibility = oneOf(body['visibility'], ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'], 'visibility');
  if (visibility === 'CONNECTIONS' && author.kind !== 'member') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'visibility', 'CONNECTIONS is for members alone');
  }
  const distribution = objectAt(body['distribution'], 'distribution');
  oneOf(distribution['feedDistribution'], ['MAIN_FEED', 'NONE'], 'distribution/feedDistribution');
  oneOf(body['lifecycleState'], ['PUBLISHED'], 'lifecycleState');
  const content = contentOf(images, author, body['content']);
  const text = [commentary, content.link].filter((part) => part !== '').join('\n');
  if (text === '' && content.media.length === 0) {
    return invalidField('MISSING_FIELD', 'commentary', 'commentary or content is required');
  }

  const base = { platform: 'linkedin' as const, accountId: author.id, text, media: content.media };
  const twin = findTwin(world, base, duplicateWindowMs);
  if (twin) {
    return linkedInError(422, 'DUPLICATE_POST', `Content is a duplicate of ${twin.remoteId}`);
  }
  const id = longId(Date.now());
  const urn = `urn:li:${content.media.length > 1 ? 'ugcPost' : 'share'}:${id}`;
  const post: Publication = {
    ...base,
    accountName: author.name,
    remoteId: urn,
    kind: content.media.length > 1 ? 'carousel' : content.media.length === 1 ? 'photo' : 'text',
    altTexts: content.altTexts,
    at: new Date().toISOString(),
    permalink: `${world.origin}/linkedin/feed/update/${urn}/`,
    ...(visibility === 'PUBLIC' ? {} : { privacy: visibility }),
  };
  await world.ledger.publish(post);
  return {
    status: 201,
    headers: { 'x-restli-id': urn, 'x-linkedin-id': urn, location: `/posts/${encodeURIComponent(urn)}` },
    body: '',
  };
}

/** A post as the API shows it. */
function postFields(post: Publication, author: Account): Record<string, unknown> {
  const at = Date.parse(post.at);
  const images = post.media.map((_, index) => ({
    id: `urn:li:image:${createHash('sha256').update(`${post.remoteId}/${index}`).digest('base64url').slice(0, 29)}`,
    ...(post.altTexts?.[index] ? { altText: post.altTexts[index] } : {}),
  }));
  return {
    id: post.remoteId,
    author: urnOf(author),
    commentary: writeLittleText(post.text),
    visibility: post.privacy ?? 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(images.length === 1 ? { content: { media: images[0] } } : {}),
    ...(images.length > 1 ? { content: { multiImage: { images } } } : {}),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    createdAt: at,
    publishedAt: at,
    lastModifiedAt: at,
    lifecycleStateInfo: { isEditedByAuthor: false },
  };
}

function find(world: World, call: Call): Reply {
  const who = restCaller(world, call);
  if (call.query.get('q') !== 'author') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'q', 'q must be author');
  }
  if (String(call.headers['x-restli-method'] ?? '').toUpperCase() !== 'FINDER') {
    return refuse(400, 'ILLEGAL_ARGUMENT', 'The header X-RestLi-Method: FINDER is required.');
  }
  const action = 'posts.FINDER-author';
  const author = readableOrganization(
    world,
    call,
    who,
    call.query.get('author') ?? '',
    'r_organization_social',
    action,
  );
  const count = Math.min(100, Math.max(1, Number(call.query.get('count') ?? 10) || 10));
  const start = Math.max(0, Number(call.query.get('start') ?? 0) || 0);
  const live = world.posts(author).toReversed();
  return json({
    paging: { start, count, links: [], total: live.length },
    elements: live.slice(start, start + count).map((post) => postFields(post, author)),
  });
}

function postOf(world: World, call: Call): { post: Publication; author: Account } | null {
  const post = world.ledger.find('linkedin', call.params['urn'] ?? '');
  const author = post && world.accounts.get('linkedin', post.accountId);
  return post && author ? { post, author } : null;
}

function readOne(world: World, call: Call): Reply {
  const who = restCaller(world, call);
  const found = postOf(world, call);
  if (!found || found.post.deletedAt !== undefined) {
    return linkedInError(404, 'RESOURCE_NOT_FOUND', `${call.params['urn'] ?? ''} was not found`);
  }
  readableOrganization(world, call, who, urnOf(found.author), 'r_organization_social', 'posts.GET');
  return json(postFields(found.post, found.author));
}

async function edit(world: World, call: Call): Promise<Reply> {
  const who = restCaller(world, call);
  const method = String(call.headers['x-restli-method'] ?? '').toUpperCase();
  if (method !== 'PARTIAL_UPDATE') {
    return refuse(400, 'ILLEGAL_ARGUMENT', 'The header X-RestLi-Method: PARTIAL_UPDATE is required.');
  }
  const found = postOf(world, call);
  if (!found || found.post.deletedAt !== undefined) {
    return linkedInError(404, 'RESOURCE_NOT_FOUND', `${call.params['urn'] ?? ''} was not found`);
  }
  writableAuthor(world, call, who, urnOf(found.author), 'author', 'posts.PARTIAL_UPDATE');
  const patch = objectAt(objectAt(call.body.json, 'body')['patch'], 'patch');
  await world.ledger.edit(found.post, commentaryOf(objectAt(patch['$set'], 'patch/$set')['commentary']));
  return { status: 204, headers: {}, body: '' };
}

async function remove(world: World, call: Call): Promise<Reply> {
  const who = restCaller(world, call);
  const found = postOf(world, call);
  // Deleting twice, or what never existed, gets the same answer.
  if (!found) {
    return denied(call, 'posts.DELETE');
  }
  writableAuthor(world, call, who, urnOf(found.author), 'author', 'posts.DELETE');
  if (found.post.deletedAt === undefined) {
    await world.ledger.remove(found.post, new Date().toISOString());
  }
  return { status: 204, headers: {}, body: '' };
}
