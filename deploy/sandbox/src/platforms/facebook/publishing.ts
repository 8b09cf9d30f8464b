import { argument } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import { PullError, pullMedia } from '../../media/fetch-media.ts';
import { asMedia, measure } from '../../media/measure.ts';
import type { MeasuredMedia } from '../../media/measure.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import { digits } from '../../world/ids.ts';
import type { Upload, World } from '../../world/world.ts';
import { findTwin } from '../duplicates.ts';
import { missingImage, refuseGraph, requireScope, unknownObject } from '../graph.ts';
import { facebookBearer } from './login.ts';

const largestPhoto = 10 * 1024 * 1024;
const longestMessage = 63_206;
const mostPhotos = 10;
const dayMs = 86_400_000;
/** How long an identical post counts as a duplicate; the documentation gives no figure. */
const duplicateWindowMs = 10 * 60_000;
/** Above this Facebook treats a Page as a spammer; no figure is documented. */
const tooFastPosts = 60;
const tooFastMs = 10 * 60_000;
const photoFormats = ['jpeg', 'png', 'gif', 'bmp', 'tiff'];

/** Posts with and without pictures, editing, deleting. */
export function facebookPublishing(world: World): Route[] {
  return [
    { method: 'POST', path: '/facebook/graph/:page/feed', kind: 'publish', handle: (call) => post(world, call) },
    {
      method: 'POST',
      path: '/facebook/graph/:page/photos',
      kind: (call) => (isPublished(call) ? 'publish' : 'prepare'),
      media: true,
      handle: (call) => photo(world, call),
    },
    { method: 'POST', path: '/facebook/graph/:post', kind: 'publish', handle: (call) => edit(world, call) },
    { method: 'DELETE', path: '/facebook/graph/:post', kind: 'publish', handle: (call) => remove(world, call) },
  ];
}

/** The Page that the call's Page token speaks for, with the right to post. */
function writablePage(world: World, call: Call): Account {
  const { token, grant } = facebookBearer(world, call);
  const asked = call.params['page'] ?? 'me';
  if (token.use !== 'page') {
    refuseGraph({ message: '(#210) A page access token is required to request this resource.', code: 210 }, 403);
  }
  requireScope(grant, 'pages_manage_posts', 200);
  requireScope(grant, 'pages_read_engagement', 200);
  const page = world.accounts.get('facebook', token.accountId ?? '');
  if (!page || (asked !== 'me' && asked !== page.id)) {
    unknownObject(asked, 'post');
  }
  if (page.kind !== 'business') {
    refuseGraph({ message: '(#200) The user lacks the task CREATE_CONTENT on this Page', code: 200 }, 403);
  }
  return page;
}

function isPublished(call: Call): boolean {
  const value = argument(call, 'published');
  return value !== 'false' && value !== '0';
}

async function post(world: World, call: Call): Promise<Reply> {
  const page = writablePage(world, call);
  if (!isPublished(call) || argument(call, 'scheduled_publish_time') !== undefined) {
    refuseGraph({ message: '(#100) Unpublished and scheduled posts are not offered here', code: 100 });
  }
  const message = argument(call, 'message') ?? '';
  const link = argument(call, 'link') ?? '';
  if ([...message].length > longestMessage) {
    refuseGraph({ message: '(#100) The message is too long', code: 100 });
  }
  const attached = attachedMedia(call);
  if (attached.length > mostPhotos) {
    refuseGraph({ message: `(#100) At most ${mostPhotos} photos can be attached`, code: 100 });
  }
  if (message === '' && link === '' && attached.length === 0) {
    refuseGraph({ message: '(#100) Missing message or attachment', code: 100 });
  }
  if (link !== '' && !URL.canParse(link)) {
    refuseGraph({ message: '(#100) link URL is not properly formatted', code: 100, subcode: 1609005 });
  }
  if (link !== '' && attached.length > 0) {
    refuseGraph({ message: '(#100) link and attached_media do not combine', code: 100 });
  }
  const photos = attached.map((id) => unpublishedPhoto(world, page, id));
  const text = link === '' ? message : `${message}${message === '' ? '' : '\n'}${link}`;
  const published = publishPost(world, page, {
    kind: photos.length > 1 ? 'carousel' : photos.length === 1 ? 'photo' : 'text',
    text,
    media: photos.map((item) => item.media),
    altTexts: photos.map((item) => item.altText),
    refs: {},
  });
  for (const item of photos) {
    await world.uploads.set(item.id, { ...item, used: true });
  }
  await published.written;
  const asked = (argument(call, 'fields') ?? '').split(',');
  return json({
    id: published.post.remoteId,
    ...(asked.includes('permalink_url') ? { permalink_url: published.post.permalink } : {}),
  });
}

async function photo(world: World, call: Call): Promise<Reply> {
  const page = writablePage(world, call);
  const caption = argument(call, 'caption') ?? argument(call, 'message') ?? '';
  if ([...caption].length > longestMessage) {
    refuseGraph({ message: '(#100) The caption is too long', code: 100 });
  }
  const media = await photoOf(world, call);
  const altText = argument(call, 'alt_text_custom') ?? null;
  const id = digits('122', 15);
  if (!isPublished(call)) {
    const upload: Upload = {
      id,
      accountId: page.id,
      media,
      altText,
      createdAt: world.tokenClock(),
      stuck: false,
      used: false,
    };
    await world.uploads.set(id, upload);
    return json({ id });
  }
  const published = publishPost(world, page, {
    kind: 'photo',
    text: caption,
    media: [media],
    altTexts: [altText],
    refs: { photo: id },
  });
  await published.written;
  return json({ id, post_id: published.post.remoteId });
}

/** Publishes a post unless the same one was published a moment ago (506). */
function publishPost(
  world: World,
  page: Account,
  parts: Pick<Publication, 'kind' | 'text' | 'media'> & Required<Pick<Publication, 'altTexts' | 'refs'>>,
): { post: Publication; written: Promise<void> } {
  const base = { platform: 'facebook' as const, accountId: page.id, ...parts };
  if (findTwin(world, base, duplicateWindowMs)) {
    refuseGraph({
      message: '(#506) Duplicate status message',
      code: 506,
      subcode: 1455006,
      transient: false,
      title: 'Duplicate Status Update',
      userMessage: 'This status update is identical to the last one you posted.',
    });
  }
  if (
    world.settings.quotas === 'documented' &&
    world.ledger.countSince('facebook', page.id, Date.now() - tooFastMs) >= tooFastPosts
  ) {
    refuseGraph({
      message: '(#368) The action attempted has been deemed abusive or is otherwise disallowed',
      code: 368,
      subcode: 1390008,
      transient: false,
      title: 'You Can’t Post Right Now',
      userMessage:
        'We limit how often you can post, comment or do other things in a given amount of time to help protect the community from spam.',
    });
  }
  const remoteId = `${page.id}_${digits('1220', 16)}`;
  const post: Publication = {
    ...base,
    accountName: page.name,
    remoteId,
    at: new Date().toISOString(),
    permalink: `${world.origin}/facebook/p/${remoteId}`,
  };
  return { post, written: world.ledger.publish(post) };
}

function attachedMedia(call: Call): string[] {
  const body = call.body.json;
  const inJson =
    typeof body === 'object' && body !== null && 'attached_media' in body ? body.attached_media : undefined;
  const ids: string[] = [];
  const add = (value: unknown): void => {
    const item: unknown = typeof value === 'string' ? parse(value) : value;
    if (Array.isArray(item)) {
      item.forEach(add);
    } else if (typeof item === 'object' && item !== null && 'media_fbid' in item) {
      ids.push(String(item.media_fbid));
    } else {
      refuseGraph({ message: '(#100) Param attached_media must be an array of objects with media_fbid', code: 100 });
    }
  };
  if (inJson !== undefined) {
    add(inJson);
  }
  const given: [string, string][] = [...Object.entries(call.body.fields), ...call.query];
  for (const [name, value] of given) {
    if (/^attached_media(\[\d*\])?$/.test(name)) {
      add(value);
    }
  }
  return ids;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

function unpublishedPhoto(world: World, page: Account, id: string): Upload {
  const upload = world.uploads.get(id);
  const alive = upload && world.tokenClock() - upload.createdAt < dayMs;
  if (!alive || upload.accountId !== page.id) {
    refuseGraph({ message: `(#100) Photo ${id} does not exist or is not owned by the Page`, code: 100, subcode: 33 });
  }
  if (upload.used) {
    refuseGraph({ message: '(#100) These photos were already posted.', code: 100, subcode: 1366051 });
  }
  return upload;
}

async function photoOf(world: World, call: Call): Promise<MeasuredMedia> {
  const file = call.body.files.find((one) => one.field === 'source') ?? call.body.files[0];
  const address = argument(call, 'url');
  if (!file && (address === undefined || address === '')) {
    refuseGraph({ message: '(#324) Requires upload file', code: 324 });
  }
  let bytes: Buffer;
  try {
    bytes = file ? file.bytes : await pullMedia(address ?? '', 2 * largestPhoto);
  } catch (error) {
    if (!(error instanceof PullError)) {
      throw error;
    }
    return refuseGraph({ ...missingImage, userMessage: `${missingImage.userMessage ?? ''} (${error.message})` });
  }
  const measured = measure(bytes);
  if (measured.format === null || !photoFormats.includes(measured.format)) {
    return refuseGraph(missingImage);
  }
  if (measured.bytes > largestPhoto) {
    return refuseGraph({ ...missingImage, subcode: 1366046, title: 'Photo too large' });
  }
  await world.media.keep(measured, bytes);
  return asMedia(measured);
}

/** The live post of the path, when the Page token owns it. */
function ownPost(world: World, call: Call): Publication {
  const { token, grant } = facebookBearer(world, call);
  requireScope(grant, 'pages_manage_posts', 200);
  const id = call.params['post'] ?? '';
  const found = world.ledger.find('facebook', id) ?? world.ledger.findByRef('facebook', 'photo', id);
  if (!found || found.accountId !== token.accountId || found.deletedAt !== undefined) {
    unknownObject(id, call.method);
  }
  return found;
}

async function edit(world: World, call: Call): Promise<Reply> {
  const found = ownPost(world, call);
  const message = argument(call, 'message');
  if (message === undefined) {
    refuseGraph({ message: '(#100) Missing message', code: 100 });
  }
  await world.ledger.edit(found, message);
  return json({ success: true });
}

async function remove(world: World, call: Call): Promise<Reply> {
  await world.ledger.remove(ownPost(world, call), new Date().toISOString());
  return json({ success: true });
}
