import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, mediaEvents, uploadMessages } from '@postloom/contracts';
import type { albumRpc, ParsedInputOf, Photo } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { PictureProcesses, withTempFolder } from '../pictures/index.ts';
import type { DerivedPicture, PhotoType } from '../pictures/index.ts';
import { RenditionsWorker } from '../renditions/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { cutName } from './cut-name.ts';

type Input = ParsedInputOf<typeof albumRpc.photoEdit>;

interface Owner {
  readonly businessId: string;
  readonly payerId: string;
}

/** Longer than storing and committing take. */
const ORPHAN_SECONDS = 60 * 60;
/** The scope of the idempotency keys. */
const CALL = 'photo.edit';
/** Half of the call's 20 s: the rest is for the crop itself. */
const QUEUE_MS = 10_000;

/**
 * Crops a stored original into a new photo, whose bytes are counted. Cropping and storing happen outside any transaction, in the process
 * for untrusted pictures; photo, usage, events and answer are committed together.
 */
@Injectable()
export class EditPhoto {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly quotas: Quotas,
    private readonly idempotency: Idempotency,
    private readonly erased: Tombstones,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly pictures: PictureProcesses,
    private readonly photos: PhotosRepository,
    private readonly renditions: RenditionsWorker,
  ) {}

  /**
   * @throws AppError not_found, validation_failed (the crop lies outside the picture), upgrade_required, invalid_image,
   * idempotency_mismatch, conflict (the first call with this key is just committing), dependency_failed
   */
  async execute(input: Input, context: RpcContext): Promise<Photo> {
    const owner = writerOf(context);
    const earlier = await this.uow.run(
      Scope.business(owner.businessId),
      (tx) => this.idempotency.earlier<Photo>(tx, context, CALL, input),
      { readOnly: true },
    );
    return earlier ? earlier.answer : this.cut(owner, input, context);
  }

  private async cut(owner: Owner, input: Input, context: RpcContext): Promise<Photo> {
    const { businessId } = owner;
    const scope = Scope.business(businessId);
    const original = await this.uow.run(scope, (tx) => this.photos.get(tx, businessId, input.id), { readOnly: true });
    refuseOutside(input.crop, original);
    const photoId = this.random.uuidv7();
    const key = objectKeys.original(businessId, photoId);
    const photo = await withTempFolder(async (folder) => {
      const path = join(folder, 'original');
      const { body } = await this.storage.open(objectKeys.original(businessId, input.id));
      await pipeline(body, createWriteStream(path));
      const type = original.mimeType as PhotoType;
      const turn = { businessId, load: () => readFile(path), waitMs: QUEUE_MS };
      const { derived } = await this.pictures.run({ kind: 'cut', type, crop: input.crop }, turn);
      const [part] = derived;
      if (!part) {
        throw new AppError('invalid_image');
      }
      if (part.bytes > MAX_PHOTO_BYTES) {
        throw new AppError('image_too_large', uploadMessages.tooLarge('This part'));
      }
      // Listed for deletion before it exists and taken off the list by the photo's commit, as for uploads.
      await this.uow.run(scope, (tx) => this.deletions.add(tx, [key], ORPHAN_SECONDS));
      await this.storage.putBytes(key, part.data, part.mimeType);
      return this.uow.run(scope, (tx) =>
        this.idempotency.run(tx, context, CALL, input, () => this.commit(tx, owner, input.id, photoId, part)),
      );
    });
    this.renditions.wake();
    return photo;
  }

  private async commit(
    tx: Tx,
    owner: Owner,
    originalId: string,
    photoId: string,
    part: DerivedPicture,
  ): Promise<Photo> {
    const { businessId, payerId } = owner;
    await this.erased.refuseErased(tx, businessId);
    const original = await this.photos.get(tx, businessId, originalId);
    const albumId = await this.photos.holdAlbumOf(tx, businessId, originalId);
    const mimeType = part.mimeType as 'image/png' | 'image/jpeg';
    const photo = await this.photos.insert(tx, {
      id: photoId,
      businessId,
      payerId,
      uploadId: `edit ${photoId}`,
      filename: `${photoId}.${mimeType.slice('image/'.length)}`,
      originalName: cutName(original.originalName, mimeType),
      fileSize: part.bytes,
      width: part.width,
      height: part.height,
      mimeType,
      sha256: part.sha256,
      altText: original.altText,
      albumId,
    });
    if (!photo) {
      throw new AppError('conflict');
    }
    await this.quotas.take(tx, { payerId, metric: 'storage', amount: part.bytes });
    await this.deletions.withdraw(tx, objectKeys.original(businessId, photoId));
    await tx.emit(mediaEvents.photoUploaded, { businessId, entityId: photoId, version: 1, data: photoFacts(photo) });
    await tx.emit(mediaEvents.usageChanged, { businessId, entityId: payerId, version: 1, data: { payerId } });
    return photo;
  }
}

/** Width and height as people see the photo, with its orientation applied. @throws AppError validation_failed */
function refuseOutside(crop: Input['crop'], { width, height }: Photo): void {
  if (crop.x + crop.width > (width ?? 0) || crop.y + crop.height > (height ?? 0)) {
    throw new AppError('validation_failed', 'The part to keep must lie within the picture.', {
      details: [{ path: 'crop', message: `This picture is ${width ?? 0} x ${height ?? 0} pixels.` }],
    });
  }
}
