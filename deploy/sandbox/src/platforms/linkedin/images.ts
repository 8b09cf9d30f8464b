import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import { asMedia, measure } from '../../media/measure.ts';
import type { MeasuredMedia } from '../../media/measure.ts';
import type { Collection } from '../../store/state-store.ts';
import { secret } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { caller, denied, invalidField, linkedInError, refuse, restCaller, urnOf, writableAuthor } from './answers.ts';

const formats = ['jpeg', 'png', 'gif'];
const mostPixels = 36_152_320;
const largestUpload = 32 * 1024 * 1024;
const uploadLife = 24 * 3_600_000;

/** A picture at LinkedIn, from the moment its upload was announced. */
export interface LinkedInImage {
  readonly urn: string;
  /** Id of the account that may use it. */
  readonly ownerId: string;
  readonly ownerUrn: string;
  /** Last part of its upload URL. */
  readonly uploadKey: string;
  readonly createdAt: number;
  /** null until the bytes are there. */
  readonly media: MeasuredMedia | null;
  readonly readyAt: number;
  /** Never leaves PROCESSING. */
  readonly stuck: boolean;
  readonly failed: boolean;
}

export type ImageStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';

/** The pictures that were announced in the last day, by URN, and their upload keys. */
export class LinkedInImages {
  readonly #world: World;
  readonly #images: Collection<LinkedInImage>;

  constructor(world: World) {
    this.#world = world;
    this.#images = world.aging<LinkedInImage>('linkedin-images');
  }

  get(urn: string): LinkedInImage | undefined {
    return this.#images.get(urn);
  }

  set(image: LinkedInImage): Promise<void> {
    return this.#images.set(image.urn, image);
  }

  status(image: LinkedInImage): ImageStatus {
    if (image.failed) {
      return 'PROCESSING_FAILED';
    }
    if (image.media === null) {
      return 'WAITING_UPLOAD';
    }
    return image.stuck || this.#world.tokenClock() < image.readyAt ? 'PROCESSING' : 'AVAILABLE';
  }
}

/** Announcing an upload, the upload itself, its status. */
export function linkedInImages(world: World, images: LinkedInImages): Route[] {
  return [
    { method: 'POST', path: '/linkedin/rest/images', kind: 'prepare', handle: (call) => announce(world, images, call) },
    {
      method: 'PUT',
      path: '/linkedin/dms-uploads/:image/:key',
      kind: 'prepare',
      media: true,
      rejectsLater: true,
      handle: (call) => upload(world, images, call),
    },
    { method: 'GET', path: '/linkedin/rest/images/:urn', kind: 'status', handle: (call) => read(world, images, call) },
  ];
}

async function announce(world: World, images: LinkedInImages, call: Call): Promise<Reply> {
  const who = restCaller(world, call);
  if (call.query.get('action') !== 'initializeUpload') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'action', 'action must be initializeUpload');
  }
  const body = call.body.json as { initializeUploadRequest?: { owner?: unknown } } | undefined;
  const owner = writableAuthor(
    world,
    call,
    who,
    body?.initializeUploadRequest?.owner,
    'initializeUploadRequest/owner',
    'images.ACTION-initializeUpload',
  );
  const now = world.tokenClock();
  const id = `C4E10AQ${secret('').slice(0, 22).replace(/_/g, 'x')}`;
  const image: LinkedInImage = {
    urn: `urn:li:image:${id}`,
    ownerId: owner.id,
    ownerUrn: urnOf(owner),
    uploadKey: secret(''),
    createdAt: now,
    media: null,
    readyAt: now,
    stuck: false,
    failed: false,
  };
  await images.set(image);
  return json({
    value: {
      uploadUrlExpiresAt: now + uploadLife,
      uploadUrl: `${world.origin}/linkedin/dms-uploads/${id}/${image.uploadKey}?m=AQ&app=sandbox&sync=0&v=beta`,
      image: image.urn,
    },
  });
}

async function upload(world: World, images: LinkedInImages, call: Call): Promise<Reply> {
  caller(world, call);
  const image = images.get(`urn:li:image:${call.params['image'] ?? ''}`);
  if (!image || image.uploadKey !== call.params['key']) {
    return linkedInError(404, 'RESOURCE_NOT_FOUND', 'No upload with this URL');
  }
  const now = world.tokenClock();
  if (now - image.createdAt > uploadLife) {
    return linkedInError(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired');
  }
  const bytes = call.body.bytes ?? call.body.files[0]?.bytes;
  if (!bytes || bytes.length === 0) {
    return linkedInError(400, 'EMPTY_UPLOAD', 'The upload has no bytes');
  }
  if (bytes.length > largestUpload) {
    return linkedInError(413, 'REQUEST_TOO_LARGE', 'The upload is too large');
  }
  const measured = measure(bytes);
  const good =
    measured.format !== null &&
    formats.includes(measured.format) &&
    measured.width * measured.height < mostPixels &&
    call.fault?.mode !== 'media_rejected';
  if (measured.format !== null) {
    await world.media.keep(measured, bytes);
  }
  await images.set({
    ...image,
    media: asMedia(measured),
    readyAt: now + world.settings.processingMs,
    stuck: call.fault?.mode === 'processing_forever',
    failed: !good,
  });
  return { status: 201, headers: { etag: `"${measured.sha256.slice(0, 32)}"` }, body: '' };
}

function read(world: World, images: LinkedInImages, call: Call): Reply {
  const who = restCaller(world, call);
  const urn = call.params['urn'] ?? '';
  const image = images.get(urn);
  if (!image) {
    return linkedInError(404, 'RESOURCE_NOT_FOUND', `${urn} was not found`);
  }
  // Reading images needs more than w_member_social, so members cannot read even their own.
  const owner = world.accounts.get('linkedin', image.ownerId);
  if (owner?.owner !== who.member.id) {
    return denied(call, 'images.GET');
  }
  if (!who.grant.scopes.includes('w_organization_social')) {
    return denied(call, 'images.GET');
  }
  const status = images.status(image);
  return json({
    id: image.urn,
    owner: image.ownerUrn,
    status,
    ...(status === 'AVAILABLE'
      ? {
          downloadUrl: `${world.origin}/sandbox/media/${image.media?.sha256 ?? ''}`,
          downloadUrlExpiresAt: world.tokenClock() + uploadLife,
        }
      : {}),
  });
}

/** The picture of a post: the author's own and AVAILABLE; otherwise the error that says what is missing. */
export function usableImage(images: LinkedInImages, authorId: string, urn: unknown, field: string): MeasuredMedia {
  const image = typeof urn === 'string' ? images.get(urn) : undefined;
  if (!image || image.ownerId !== authorId) {
    return invalidField('INVALID_IMAGE_ID', field, `${String(urn)} is not an image of the author`);
  }
  switch (images.status(image)) {
    case 'WAITING_UPLOAD':
      return refuse(400, 'MEDIA_ASSET_WAITING_UPLOAD', `Media asset ${image.urn} is waiting for its upload`);
    case 'PROCESSING':
      return refuse(400, 'MEDIA_ASSET_PROCESSING', `Media asset ${image.urn} is still PROCESSING`);
    case 'PROCESSING_FAILED':
      return refuse(400, 'MEDIA_ASSET_PROCESSING_FAILED', `Media asset ${image.urn} could not be processed`);
    case 'AVAILABLE':
      return image.media ?? invalidField('INVALID_IMAGE_ID', field, `${image.urn} has no bytes`);
  }
}
