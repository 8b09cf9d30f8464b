import { argument } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import { PullError, pullMedia } from '../../media/fetch-media.ts';
import { aspectRatio, asMedia, measure } from '../../media/measure.ts';
import type { MeasuredMedia } from '../../media/measure.ts';
import type { Account } from '../../world/accounts.ts';
import { digits, shortcode } from '../../world/ids.ts';
import type { Container, World } from '../../world/world.ts';
import { graphBearer, mediaErrors, refuseGraph, requireScope, selectFields, unknownObject } from '../graph.ts';

const dayMs = 86_400_000;
const containersPerDay = 400;
const largestImage = 8 * 1024 * 1024;

/** Containers, their status, publishing. */
export function instagramPublishing(world: World): Route[] {
  return [
    {
      method: 'POST',
      path: '/instagram/graph/:account/media',
      kind: 'prepare',
      media: true,
      // When pictures take time to process, what is wrong with them appears in the container's state.
      rejectsLater: () => world.settings.processingMs > 0,
      handle: (call) => createContainer(world, call),
    },
    {
      method: 'POST',
      path: '/instagram/graph/:account/media_publish',
      kind: 'publish',
      handle: (call) => publish(world, call),
    },
    {
      // Not offered with Instagram Login.
      method: 'DELETE',
      path: '/instagram/graph/:id',
      kind: 'publish',
      handle: (call) => {
        ownAccount(world, call, 'instagram_business_basic');
        return unknownObject(call.params['id'] ?? '', 'delete');
      },
    },
  ];
}

/** The account of the path, when the token speaks for it (`me` stands for the token's own). */
export function ownAccount(world: World, call: Call, scope: string): Account {
  const { token, grant } = graphBearer(world, 'instagram', call);
  requireScope(grant, scope, 10);
  const asked = call.params['account'] ?? 'me';
  const account = world.accounts.get('instagram', token.accountId ?? '');
  if (!account || (asked !== 'me' && asked !== account.id && asked !== account.scopedId)) {
    unknownObject(asked, call.method);
  }
  return account;
}

/** Publications of the last 24 hours. */
export function quotaUsed(world: World, account: Account): number {
  return world.ledger.countSince('instagram', account.id, Date.now() - dayMs);
}

/** IN_PROGRESS, FINISHED, ERROR, EXPIRED or PUBLISHED, with the sentence beside it. */
export function containerStatus(world: World, container: Container): { code: string; text: string } {
  if (world.ledger.findByRef('instagram', 'container', container.id)) {
    return { code: 'PUBLISHED', text: 'Published: Media has been successfully published.' };
  }
  const now = world.tokenClock();
  if (now - container.createdAt > dayMs) {
    return { code: 'EXPIRED', text: 'Expired: The container was not published in time.' };
  }
  if (container.stuck || now < container.readyAt) {
    return { code: 'IN_PROGRESS', text: 'In Progress: Media is still being processed.' };
  }
  if (container.failed === true) {
    return { code: 'ERROR', text: `Error: Media upload has failed with error code ${mediaErrors.ratio.subcode}` };
  }
  return { code: 'FINISHED', text: 'Finished: Media has been uploaded and it is ready to be published.' };
}

async function createContainer(world: World, call: Call): Promise<Reply> {
  const account = ownAccount(world, call, 'instagram_business_content_publish');
  const now = world.tokenClock();
  if (world.settings.quotas === 'documented') {
    let recent = 0;
    for (const one of world.containers.values()) {
      if (one.accountId === account.id && now - one.createdAt < dayMs) {
        recent += 1;
      }
    }
    if (recent >= containersPerDay) {
      refuseGraph({ message: '(#4) Application request limit reached', code: 4, transient: true });
    }
  }
  const type = argument(call, 'media_type');
  const caption = argument(call, 'caption') ?? '';
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0;
  if ([...caption].length > 2200 || hashtags > 30) {
    refuseGraph(mediaErrors.caption);
  }
  if ((caption.match(/@[\w.]+/g)?.length ?? 0) > 20) {
    refuseGraph({ message: 'You have tagged too many people.', code: 100, subcode: 2207040 });
  }
  const base = {
    id: digits('179', 17),
    accountId: account.id,
    createdAt: now,
    stuck: call.fault?.mode === 'processing_forever',
    failed: call.fault?.mode === 'media_rejected',
  };
  const readyAt = now + world.settings.processingMs;

  if (type === 'CAROUSEL') {
    const children = childrenOf(call);
    if (children.length < 2 || children.length > 10) {
      refuseGraph({
        message: 'Invalid parameter',
        code: 100,
        subcode: 2207028,
        userMessage: 'Your post won’t work as a carousel. Carousels need at least 2 photos/videos and no more than 10.',
      });
    }
    for (const id of children) {
      const child = world.containers.get(id);
      if (!child || child.accountId !== account.id || !child.carouselItem) {
        refuseGraph({
          message: 'Media not found',
          code: 24,
          subcode: 2207006,
          userMessage: `The child ${id} does not exist.`,
        });
      }
      if (containerStatus(world, child).code !== 'FINISHED') {
        refuseGraph(notReady);
      }
    }
    const parent: Container = {
      ...base,
      kind: 'CAROUSEL',
      caption,
      altText: null,
      media: null,
      children,
      carouselItem: false,
      readyAt,
    };
    await world.containers.set(parent.id, parent);
    return json({ id: parent.id });
  }
  if (type !== undefined && type !== 'IMAGE') {
    refuseGraph({
      message: `Unsupported media_type ${type}`,
      code: 100,
      subcode: 2207023,
      userMessage: `The media type ${type} is unknown or not offered here.`,
    });
  }
  const address = argument(call, 'image_url');
  if (address === undefined || address === '') {
    refuseGraph({ message: '(#100) The parameter image_url is required', code: 100 });
  }
  const altText = argument(call, 'alt_text') ?? null;
  if (altText !== null && altText.length > 1000) {
    refuseGraph({ message: '(#100) alt_text is too long', code: 100 });
  }
  const media = await pull(world, address);
  const carouselItem = argument(call, 'is_carousel_item') === 'true';
  const container: Container = {
    ...base,
    kind: 'IMAGE',
    caption: carouselItem ? '' : caption,
    altText,
    media,
    children: [],
    carouselItem,
    readyAt,
  };
  await world.containers.set(container.id, container);
  return json({ id: container.id });
}

function childrenOf(call: Call): string[] {
  const body = call.body.json;
  const listed = typeof body === 'object' && body !== null && 'children' in body ? body.children : undefined;
  if (Array.isArray(listed)) {
    return listed.map(String);
  }
  const text = argument(call, 'children') ?? '';
  return text
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter((id) => id !== '');
}

/** Fetches the picture as Instagram does, and checks it against Instagram's rules. */
async function pull(world: World, address: string): Promise<MeasuredMedia> {
  let bytes: Buffer;
  try {
    bytes = await pullMedia(address, 24 * 1024 * 1024);
  } catch (error) {
    if (!(error instanceof PullError)) {
      throw error;
    }
    switch (error.kind) {
      case 'too_large':
        return refuseGraph(mediaErrors.size);
      case 'timeout':
        return refuseGraph({
          message: 'Timeout',
          code: -2,
          subcode: 2207003,
          transient: true,
          userMessage: 'It takes too long to download the media.',
        });
      case 'unreachable':
      case 'status':
      case 'bad_url':
        return refuseGraph({
          ...mediaErrors.unfetchable,
          userMessage: `${mediaErrors.unfetchable.userMessage} (${error.message})`,
        });
    }
  }
  const measured = measure(bytes);
  if (measured.format === null) {
    return refuseGraph(mediaErrors.unfetchable);
  }
  if (measured.format !== 'jpeg') {
    return refuseGraph(mediaErrors.format);
  }
  if (measured.bytes > largestImage) {
    return refuseGraph(mediaErrors.size);
  }
  const ratio = aspectRatio(measured);
  // 4:5 to 1.91:1; whole pixels cannot always meet the exact limits, so one percent is tolerated.
  if (ratio < 0.8 * 0.99 || ratio > 1.91 * 1.01) {
    return refuseGraph({
      ...mediaErrors.ratio,
      userMessage: `${mediaErrors.ratio.userMessage} (found ${ratio.toFixed(2)}:1)`,
    });
  }
  await world.media.keep(measured, bytes);
  return asMedia(measured);
}

const notReady = {
  message: 'Media ID is not available',
  code: 9007,
  subcode: 2207027,
  title: 'The media is not ready',
  userMessage: 'The media is not ready for publishing, please wait for a moment',
} as const;

async function publish(world: World, call: Call): Promise<Reply> {
  const account = ownAccount(world, call, 'instagram_business_content_publish');
  const container = world.containers.get(argument(call, 'creation_id') ?? '');
  if (!container || container.accountId !== account.id || container.carouselItem) {
    refuseGraph({
      message: 'Media not found',
      code: 24,
      subcode: 2207006,
      userMessage: 'The media with this creation_id was not found.',
    });
  }
  switch (containerStatus(world, container).code) {
    case 'PUBLISHED':
      refuseGraph({ message: '(#100) The container has already been published', code: 100 });
    case 'ERROR':
      refuseGraph({ message: 'The media could not be processed', code: 24, subcode: 2207006 });
    case 'EXPIRED':
      refuseGraph({ message: 'The media has expired', code: 24, subcode: 2207008 });
    case 'IN_PROGRESS':
      refuseGraph(notReady);
    default:
  }
  if (world.settings.quotas === 'documented' && quotaUsed(world, account) >= world.settings.instagramPostsPerDay) {
    refuseGraph({
      message: 'Application request limit reached',
      code: 9,
      subcode: 2207042,
      transient: false,
      userMessage: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
    });
  }
  const items = container.kind === 'IMAGE' ? [container] : container.children.map((id) => world.containers.get(id));
  const code = shortcode();
  const id = digits('180', 17);
  // The ledger is the one place that says "published": the container's state follows from it, also after a crash.
  await world.ledger.publish({
    platform: 'instagram',
    accountId: account.id,
    accountName: account.name,
    remoteId: id,
    kind: container.kind === 'IMAGE' ? 'photo' : 'carousel',
    text: container.caption,
    media: items.flatMap((item) => (item?.media ? [item.media] : [])),
    altTexts: items.map((item) => item?.altText ?? null),
    at: new Date().toISOString(),
    permalink: `${world.origin}/instagram/p/${code}/`,
    refs: { container: container.id, shortcode: code },
  });
  return json({ id });
}

/** `GET /<container>?fields=status_code,status`. */
export function readContainer(world: World, container: Container, call: Call): Reply {
  const status = containerStatus(world, container);
  return json(selectFields(call, { id: container.id, status_code: status.code, status: status.text }, ['id']));
}
