import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@postloom/chassis';
import { AppError, mediaEvents } from '@postloom/contracts';
import type { Photo, PhotoEdit } from '@postloom/contracts';
import { Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { keysOfPhoto, photoFacts, PhotosRepository, READY_VERSION } from '../photos/index.ts';
import type { DerivedPictures } from '../photos/index.ts';
import { lookOf, PictureProcesses } from '../pictures/index.ts';
import type { DerivedPicture, RenditionOutput } from '../pictures/index.ts';
import { RenditionsWorker } from '../renditions/index.ts';
import { CleanUp, DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { IntentsRepository } from './intents.repository.ts';
import type { OpenIntent } from './intents.repository.ts';
import { Keeping } from './keeping.ts';
import type { ReceivedFile } from './measure-file.ts';

/** Whose upload it is. */
export interface AnnouncedBy {
  readonly businessId: string;
  readonly payerId: string;
  readonly uploadId: string;
}

/** A photo, and the older one of the same business that has the same bytes: the person chooses what becomes of the two. */
export interface KeptPhoto {
  readonly photo: Photo;
  readonly sameAs: string | null;
}

/** What is known of a photo that comes back from an export, beyond its file. */
export interface Remembered {
  readonly altText: string | null;
  readonly tags: readonly string[];
  /** It goes there when that album is here. */
  readonly albumId: string | null;
  readonly createdAt: string;
  readonly edit: PhotoEdit | null;
}

/** The id is that of another picture: sending this one again under it would end the same way. */
export class UploadIdTaken extends AppError {
  constructor() {
    super('conflict', 'This upload id was used for another picture.');
  }
}

interface ToKeep {
  readonly file: ReceivedFile;
  /** The announcement that it came by. */
  readonly announced: OpenIntent;
  readonly remembered: Remembered | undefined;
}

interface Arrived extends ToKeep {
  readonly photoId: string;
  readonly width: number;
  readonly height: number;
  /** Null: they could not be stored, and are derived once more by the worker. */
  readonly derived: DerivedPictures | null;
}

/** Longer than any upload takes from storing its object to committing the photo. */
const ORPHAN_SECONDS = 60 * 60;
/** Longest wait for a turn and a decoder together: the bytes have arrived, and sending them again costs the person more. */
const QUEUE_MS = 45_000;

/**
 * Makes a photo of a file that has arrived, by whatever way: decodes it once, in a separate process, which gives its measures and all
 * pictures derived from it, stores them, and commits photo, usage and events in one transaction. The same upload with the same bytes finds
 * the same photo.
 */
@Injectable()
export class KeepPhoto {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
    private readonly random: Random,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly cleanUp: CleanUp,
    private readonly pictures: PictureProcesses,
    private readonly keeping: Keeping,
    private readonly photos: PhotosRepository,
    private readonly intents: IntentsRepository,
    private readonly renditions: RenditionsWorker,
    private readonly erased: Tombstones,
  ) {}

  /** @throws AppError of the decoder; conflict, upgrade_required, dependency_failed */
  async execute(by: AnnouncedBy, file: ReceivedFile, remembered?: Remembered): Promise<KeptPhoto> {
    const photo = await this.keep(by, file, remembered);
    const sameAs = await this.uow.run(
      Scope.business(by.businessId),
      (tx) => this.photos.olderWithBytes(tx, by.businessId, photo),
      { readOnly: true },
    );
    return { photo, sameAs };
  }

  private async keep(by: AnnouncedBy, file: ReceivedFile, remembered?: Remembered): Promise<Photo> {
    const { businessId, uploadId } = by;
    // Checks the intent first: it is closed by the photo's commit, so a closed one has left its photo behind.
    const [intent, existing] = await this.uow.run(
      Scope.business(businessId),
      async (tx) => [
        await this.intents.find(tx, businessId, uploadId),
        await this.photos.byUpload(tx, businessId, uploadId),
      ],
      { readOnly: true },
    );
    if (existing) {
      return sameBytes(existing, file);
    }
    if (!intent) {
      throw new AppError('conflict', 'This upload has expired. Please upload the file again.');
    }
    const untilMs = this.clock.monotonicMs() + QUEUE_MS;
    const toKeep = { file, announced: intent, remembered };
    const photo = await this.keeping.run(businessId, () => this.store(by, toKeep, untilMs), QUEUE_MS);
    return sameBytes(photo, file);
  }

  private async store(by: AnnouncedBy, toKeep: ToKeep, untilMs: number): Promise<Photo> {
    const { businessId } = by;
    const { file, remembered } = toKeep;
    const scope = Scope.business(businessId);
    const startedMs = this.clock.monotonicMs();
    const { facts, derived, placeholder, likeness } = await this.pictures.run(
      { kind: 'receive', type: file.type },
      { businessId, file, waitMs: Math.max(0, untilMs - startedMs) },
    );
    metrics.renditionSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome: 'ready' });
    const photoId = this.random.uuidv7();
    // Listed for deletion before they exist and taken off the list by the photo's commit: a crash in between leaves no orphan.
    const keys = keysOfPhoto(businessId, photoId, null);
    await this.uow.run(scope, (tx) => this.deletions.add(tx, keys, ORPHAN_SECONDS));
    try {
      const outputs = await this.storeAll(businessId, photoId, file, derived);
      const isWhole = outputs !== null && !remembered?.edit; // what an edit shows is drawn by the worker
      const arrived = {
        ...toKeep,
        photoId,
        ...facts,
        derived: isWhole ? { outputs, placeholder, likeness } : null,
      };
      const photo = await this.uow.run(scope, (tx) => this.commit(tx, by, arrived));
      if (!isWhole) {
        this.renditions.wake();
      }
      return photo;
    } catch (error) {
      await this.cleanUp.attempt(scope, (tx) => this.deletions.addIfErased(tx, businessId, keys));
      throw error;
    }
  }

  /** Without its original there is no photo: then its pictures are no longer sent either, and leave the memory with the turn. */
  private async storeAll(
    businessId: string,
    photoId: string,
    file: ReceivedFile,
    derived: readonly DerivedPicture[],
  ): Promise<RenditionOutput[] | null> {
    const stop = new AbortController();
    const pictures = this.storeDerived(businessId, photoId, derived, stop.signal);
    try {
      await this.storage.putFile(objectKeys.original(businessId, photoId), file.path, file.type);
    } catch (error) {
      stop.abort();
      await pictures;
      throw error;
    }
    return pictures;
  }

  /** Null: storage did not take all of them. The original is what counts; they can be derived from it at any time. */
  private async storeDerived(
    businessId: string,
    photoId: string,
    derived: readonly DerivedPicture[],
    signal: AbortSignal,
  ): Promise<RenditionOutput[] | null> {
    const stored = await Promise.allSettled(
      derived.map(({ name, data, mimeType }) =>
        this.storage.putBytes(objectKeys.rendition(businessId, photoId, name), data, mimeType, signal),
      ),
    );
    const isWhole = stored.every(({ status }) => status === 'fulfilled');
    return isWhole ? derived.map(({ data: _data, ...output }) => output) : null;
  }

  private async commit(tx: Tx, by: AnnouncedBy, arrived: Arrived): Promise<Photo> {
    const { businessId, payerId, uploadId } = by;
    const { photoId, remembered, file, width, height, derived } = arrived;
    await this.erased.refuseErased(tx, businessId);
    await this.intents.lock(tx, businessId, uploadId);
    const wanted = remembered?.albumId ?? null;
    const albumId = wanted && (await this.photos.holdAlbumIfAny(tx, businessId, wanted));
    const look = remembered?.edit ? lookOf({ width, height }, remembered.edit) : null;
    const inserted = await this.photos.insert(tx, {
      ...remembered,
      ...(remembered?.edit && look ? { look: { id: this.random.uuidv7(), edit: remembered.edit, ...look.part } } : {}),
      albumId,
      id: photoId,
      businessId,
      payerId,
      uploadId,
      filename: `${photoId}.${file.type.slice('image/'.length)}`,
      originalName: file.originalName,
      fileSize: file.bytes,
      width,
      height,
      mimeType: file.type,
      sha256: file.sha256,
      derived,
    });
    if (!inserted) {
      return this.takeOther(tx, by, photoId);
    }
    await this.count(tx, by, arrived);
    await this.deletions.withdraw(tx, ...keysOfPhoto(businessId, photoId, null));
    await tx.emit(mediaEvents.photoUploaded, { businessId, entityId: photoId, version: 1, data: photoFacts(inserted) });
    if (derived !== null) {
      await tx.emit(mediaEvents.photoReady, {
        ...{ businessId, entityId: photoId, version: READY_VERSION, data: photoFacts(inserted) },
      });
    }
    await tx.emit(mediaEvents.usageChanged, { businessId, entityId: payerId, version: 1, data: { payerId } });
    return inserted;
  }

  /** Another request of the same upload was faster: what this one stored is deleted. */
  private async takeOther(tx: Tx, { businessId, uploadId }: AnnouncedBy, photoId: string): Promise<Photo> {
    const other = await this.photos.byUpload(tx, businessId, uploadId);
    if (!other) {
      throw new AppError('conflict');
    }
    await this.deletions.add(tx, keysOfPhoto(businessId, photoId, null));
    return other;
  }

  /**
   * The reservation becomes usage; when it has expired, or more came than was reserved, the plan is asked again.
   * @throws AppError conflict when its person gave the upload up meanwhile, who expects neither photo nor usage
   */
  private async count(
    tx: Tx,
    { businessId, uploadId, payerId }: AnnouncedBy,
    { file, announced }: Arrived,
  ): Promise<void> {
    const intent = await this.intents.find(tx, businessId, uploadId);
    if (intent === null && announced.expiresAt > (await tx.now())) {
      throw new AppError('conflict', 'This upload was cancelled. Please upload the file again if you want to keep it.');
    }
    const isMore = intent !== null && file.bytes > intent.reservedBytes;
    if (isMore) {
      await this.quotas.release(tx, intent.reservationId);
    }
    if (!intent || isMore || !(await this.quotas.settle(tx, intent.reservationId, file.bytes))) {
      await this.quotas.take(tx, { payerId, metric: 'storage', amount: file.bytes });
    }
    await this.intents.close(tx, businessId, uploadId);
  }
}

/** @throws UploadIdTaken */
function sameBytes(photo: Photo, file: ReceivedFile): Photo {
  if (photo.sha256 !== file.sha256) {
    throw new UploadIdTaken();
  }
  return photo;
}
