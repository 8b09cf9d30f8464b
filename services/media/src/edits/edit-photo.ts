import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError, mediaEvents, untouched } from '@postloom/contracts';
import type { albumRpc, ParsedInputOf, Photo } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { keysOfPhoto, photoFacts, PhotosRepository, READY_VERSION } from '../photos/index.ts';
import { COPY, cutFurther, lookOf, originalSize } from '../pictures/index.ts';
import type { DerivedPicture, Look } from '../pictures/index.ts';
import { allEnded, CleanUp, DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { copyName } from './copy-name.ts';
import { DrawLook } from './draw-look.ts';
import type { DrawnPictures } from './draw-look.ts';
import { outsideThePicture } from './outside-the-picture.ts';

type Input = ParsedInputOf<typeof albumRpc.photoEdit>;

interface Owner {
  readonly businessId: string;
  readonly payerId: string;
}

interface MadeCopy {
  /** The reservation of its bytes has the same id. */
  readonly photoId: string;
  readonly file: DerivedPicture;
  readonly pictures: readonly DerivedPicture[];
  readonly placeholder: string | null;
  readonly likeness: string | null;
}

/** Longer than storing and committing take. */
const ORPHAN_SECONDS = 60 * 60;
const RESERVED_SECONDS = 15 * 60;
/** The scope of the idempotency keys. */
const CALL = 'photo.edit';

/**
 * Makes a new photo from a stored original, whose bytes are reserved before the first of them is stored. Drawing and storing happen outside
 * any transaction; photo, usage, events and answer are committed together. The file and all pictures of it come from one decoding, so it is ready at once.
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
    private readonly cleanUp: CleanUp,
    private readonly photos: PhotosRepository,
    private readonly drawLook: DrawLook,
  ) {}

  /**
   * @throws AppError not_found, validation_failed (the crop lies outside the picture), upgrade_required, invalid_image,
   * image_too_large (the copy), unavailable, idempotency_mismatch, conflict (the first call with this key is just committing), dependency_failed
   */
  async execute(input: Input, context: RpcContext): Promise<Photo> {
    const owner = writerOf(context);
    const earlier = await this.uow.run(
      Scope.business(owner.businessId),
      (tx) => this.idempotency.earlier<Photo>(tx, context, CALL, input),
      { readOnly: true },
    );
    return earlier ? earlier.answer : this.make(owner, input, context);
  }

  private async make(owner: Owner, input: Input, context: RpcContext): Promise<Photo> {
    const { businessId } = owner;
    const scope = Scope.business(businessId);
    const photo = await this.uow.run(scope, (tx) => this.photos.get(tx, businessId, input.id), { readOnly: true });
    const look = wantedLook(photo, input);
    return this.drawLook.execute({ businessId, photo, kind: 'copy', look }, (drawn) =>
      this.keep(owner, input, context, drawn),
    );
  }

  private async keep(owner: Owner, input: Input, context: RpcContext, drawn: DrawnPictures): Promise<Photo> {
    const { businessId } = owner;
    const scope = Scope.business(businessId);
    const file = drawn.derived.find(({ name }) => name === COPY);
    if (!file) {
      throw new AppError('invalid_image');
    }
    const made: MadeCopy = {
      ...{ photoId: this.random.uuidv7(), file, pictures: drawn.derived.filter((picture) => picture !== file) },
      ...{ placeholder: drawn.placeholder, likeness: drawn.likeness },
    };
    await this.uow.run(scope, (tx) => this.reserve(tx, owner, made));
    let photo: Photo | null = null;
    try {
      await this.store(businessId, made);
      photo = await this.uow.run(scope, (tx) =>
        this.idempotency.run(tx, context, CALL, input, () => this.commit(tx, owner, input, made)),
      );
      return photo;
    } finally {
      if (photo?.id !== made.photoId) {
        await this.abandon(businessId, made);
      }
    }
  }

  /** Its objects are listed for deletion before they exist and taken off the list by the photo's commit, as for uploads. */
  private async reserve(tx: Tx, { businessId, payerId }: Owner, { photoId, file }: MadeCopy): Promise<void> {
    await this.quotas.reserve(tx, {
      ...{ payerId, metric: 'storage', amount: file.bytes },
      ...{ id: photoId, expiresInSeconds: RESERVED_SECONDS },
    });
    await this.deletions.add(tx, keysOfPhoto(businessId, photoId, null), ORPHAN_SECONDS);
  }

  private async store(businessId: string, { photoId, file, pictures }: MadeCopy): Promise<void> {
    await allEnded([
      this.storage.putBytes(objectKeys.original(businessId, photoId), file.data, file.mimeType),
      ...pictures.map(({ name, data, mimeType }) =>
        this.storage.putBytes(objectKeys.rendition(businessId, photoId, name), data, mimeType),
      ),
    ]);
  }

  /**
   * It failed, or another call with the same key was faster: its bytes are free at once, and what was stored goes. A commit whose answer was
   * lost has settled the reservation; then its photo stays. Of somebody who was erased meanwhile the reservation is gone, and so may be what
   * was listed for their objects.
   */
  private abandon(businessId: string, { photoId }: MadeCopy): Promise<void> {
    return this.cleanUp.attempt(Scope.business(businessId), async (tx) => {
      const keys = keysOfPhoto(businessId, photoId, null);
      if (await this.quotas.release(tx, photoId)) {
        await this.deletions.add(tx, keys);
      } else {
        await this.deletions.addIfErased(tx, businessId, keys);
      }
    });
  }

  private async commit(tx: Tx, owner: Owner, { id: originalId, crop }: Input, made: MadeCopy): Promise<Photo> {
    const { photoId, file, pictures, placeholder, likeness } = made;
    const { businessId, payerId } = owner;
    await this.erased.refuseErased(tx, businessId);
    const original = await this.photos.get(tx, businessId, originalId);
    const albumId = await this.photos.holdAlbumOf(tx, businessId, originalId);
    const mimeType = file.mimeType as 'image/png' | 'image/jpeg';
    const photo = await this.photos.insert(tx, {
      id: photoId,
      businessId,
      payerId,
      uploadId: `edit ${photoId}`,
      filename: `${photoId}.${mimeType.slice('image/'.length)}`,
      originalName: copyName(original.originalName, mimeType, crop ? 'crop' : 'edit'),
      fileSize: file.bytes,
      width: file.width,
      height: file.height,
      mimeType,
      sha256: file.sha256,
      altText: original.altText,
      tags: original.tags,
      albumId,
      derived: { outputs: pictures.map(({ data: _data, ...output }) => output), placeholder, likeness },
    });
    if (!photo) {
      throw new AppError('conflict');
    }
    if (!(await this.quotas.settle(tx, photoId))) {
      await this.quotas.take(tx, { payerId, metric: 'storage', amount: file.bytes }); // it expired while storage was slow
    }
    await this.deletions.withdraw(tx, ...keysOfPhoto(businessId, photoId, null));
    await tx.emit(mediaEvents.photoUploaded, { businessId, entityId: photoId, version: 1, data: photoFacts(photo) });
    await tx.emit(mediaEvents.photoReady, {
      ...{ businessId, entityId: photoId, version: READY_VERSION, data: photoFacts(photo) },
    });
    await tx.emit(mediaEvents.usageChanged, { businessId, entityId: payerId, version: 1, data: { payerId } });
    return photo;
  }
}

/** @throws AppError validation_failed when the crop lies outside the picture */
function wantedLook(photo: Photo, { crop, edit }: Input): Look {
  const { width, height } = photo;
  const shown = { width: width ?? 0, height: height ?? 0 };
  if (crop && (crop.x + crop.width > shown.width || crop.y + crop.height > shown.height)) {
    throw outsideThePicture(shown);
  }
  const size = originalSize(photo);
  const wanted = edit ?? photo.edit ?? { version: 1 as const, ...untouched };
  const look = lookOf(size, crop ? cutFurther(wanted, crop) : wanted);
  if (look === null) {
    throw outsideThePicture(size);
  }
  return look;
}
