import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError, mediaEvents } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { PictureProcesses, withTempFolder } from '../pictures/index.ts';
import { RenditionsWorker } from '../renditions/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { IntentsRepository } from './intents.repository.ts';
import type { UploadIntent } from './intents.repository.ts';
import { receiveFile } from './receive-file.ts';
import type { ReceivedFile } from './receive-file.ts';

interface Arrived {
  readonly file: ReceivedFile;
  readonly width: number;
  readonly height: number;
}

/**
 * Receives the bytes of an announced upload: measure, decode in a process of its own, store, and then one transaction with
 * photo, usage and event. A retry with the same bytes finds the same photo.
 */
@Injectable()
export class FinishUpload {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(Quotas) private readonly quotas: Quotas,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Storage) private readonly storage: Storage,
    @Inject(DeletionClaims) private readonly deletions: DeletionClaims,
    @Inject(PictureProcesses) private readonly pictures: PictureProcesses,
    @Inject(PhotosRepository) private readonly photos: PhotosRepository,
    @Inject(IntentsRepository) private readonly intents: IntentsRepository,
    @Inject(RenditionsWorker) private readonly renditions: RenditionsWorker,
  ) {}

  async execute(ticket: { uploadId: string; businessId: string }, request: IncomingMessage): Promise<Photo> {
    const startedMs = this.clock.monotonicMs();
    let outcome = 'refused';
    try {
      const photo = await withTempFolder((folder) => this.receive(ticket, request, folder));
      outcome = 'stored';
      return photo;
    } finally {
      metrics.uploadSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
  }

  private async receive(
    ticket: { uploadId: string; businessId: string },
    request: IncomingMessage,
    folder: string,
  ): Promise<Photo> {
    const { businessId, uploadId } = ticket;
    const scope = Scope.business(businessId);
    const file = await receiveFile(request, folder).catch(async (error: unknown) => {
      await this.abandon(businessId, uploadId);
      throw error;
    });
    const existing = await this.uow.run(scope, (tx) => this.photos.byUpload(tx, businessId, uploadId), {
      readOnly: true,
    });
    if (existing) {
      await this.abandon(businessId, uploadId);
      return sameBytes(existing, file);
    }
    const intent = await this.uow.run(scope, (tx) => this.intents.find(tx, businessId, uploadId), { readOnly: true });
    if (!intent) {
      throw new AppError('conflict', 'This upload has expired. Please upload the file again.');
    }
    const { facts } = await this.pictures
      .run({ kind: 'inspect', path: file.path, type: file.type })
      .catch(async (error: unknown) => {
        await this.abandon(businessId, uploadId);
        throw error;
      });
    await this.storage.putFile(objectKeys.original(businessId, intent.photoId), file.path, file.type);
    const photo = await this.uow.run(scope, (tx) => this.commit(tx, intent, { file, ...facts }));
    this.renditions.poke();
    return sameBytes(photo, file);
  }

  private async commit(tx: Tx, intent: UploadIntent, { file, width, height }: Arrived): Promise<Photo> {
    const { businessId, payerId, photoId, uploadId, reservationId } = intent;
    const inserted = await this.photos.insert(tx, {
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
    });
    if (!inserted) {
      // The same upload arrived twice at the same moment and the other one was faster; both wrote the same object.
      const other = await this.photos.byUpload(tx, businessId, uploadId);
      if (!other) {
        throw new AppError('conflict');
      }
      return other;
    }
    if (!(await this.quotas.settle(tx, reservationId, file.bytes))) {
      // The reservation expired while the bytes were on their way: the plan is asked again.
      await this.quotas.take(tx, { payerId, metric: 'storage', amount: file.bytes });
    }
    await this.intents.close(tx, businessId, uploadId);
    await tx.emit(mediaEvents.photoUploaded, { businessId, entityId: photoId, version: 1, data: photoFacts(inserted) });
    await tx.emit(mediaEvents.usageChanged, { businessId, entityId: payerId, version: 1, data: { payerId } });
    return inserted;
  }

  /** The upload came to nothing: its bytes come back at once and what may have been stored goes. */
  private abandon(businessId: string, uploadId: string): Promise<void> {
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const intent = await this.intents.find(tx, businessId, uploadId);
      if (intent) {
        await this.quotas.release(tx, intent.reservationId);
        await this.intents.close(tx, businessId, uploadId);
        if (!(await this.photos.byUpload(tx, businessId, uploadId))) {
          await this.deletions.add(tx, [objectKeys.original(businessId, intent.photoId)]);
        }
      }
    });
  }
}

/** @throws AppError conflict when the id was used for another picture */
function sameBytes(photo: Photo, file: ReceivedFile): Photo {
  if (photo.sha256 !== file.sha256) {
    throw new AppError('conflict', 'This upload id was used for another picture.');
  }
  return photo;
}
