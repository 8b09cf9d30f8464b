import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock, FairQueue, Logger, Random } from '@postloom/chassis';
import { AppError, mediaEvents } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { PictureProcesses, withTempFolder } from '../pictures/index.ts';
import { RenditionsWorker } from '../renditions/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { IntentsRepository } from './intents.repository.ts';
import { receiveFile } from './receive-file.ts';
import type { ReceivedFile } from './receive-file.ts';

type UploadTicket = Extract<Ticket, { kind: 'upload' }>;

interface Arrived {
  readonly photoId: string;
  readonly file: ReceivedFile;
  readonly width: number;
  readonly height: number;
}

/** Longer than any upload takes from storing its object to committing the photo. */
const ORPHAN_SECONDS = 60 * 60;
/** Longer than any other wait for a decoder: the bytes have arrived, and sending them again costs the person more. */
const QUEUE_MS = 45_000;

/**
 * Receives the bytes of an announced upload: measures, decodes in a separate process, stores, and commits photo, usage and event in one
 * transaction. A retry with the same bytes finds the same photo.
 */
@Injectable()
export class FinishUpload {
  /**
   * Receiving and hashing run on this one thread; without turns a flood of large files would keep it from everybody else. There are many
   * slots because a slow sender occupies one for minutes.
   */
  private readonly receiving = new FairQueue({
    ...{ name: 'uploads', slots: 256, slotsPerKey: 3, waiting: 1_000, waitingPerKey: 100 },
  });

  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly pictures: PictureProcesses,
    private readonly photos: PhotosRepository,
    private readonly intents: IntentsRepository,
    private readonly renditions: RenditionsWorker,
    private readonly erased: Tombstones,
  ) {}

  /** @throws AppError of `receiveFile` and of the decoder; conflict, upgrade_required, dependency_failed */
  async execute(ticket: UploadTicket, request: IncomingMessage): Promise<Photo> {
    const startedMs = this.clock.monotonicMs();
    let outcome = 'refused';
    try {
      const photo = await withTempFolder((folder) => this.receive(ticket, request, folder));
      outcome = 'stored';
      return photo;
    } catch (error) {
      await this.abandon(ticket);
      throw error;
    } finally {
      metrics.uploadSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
  }

  private async receive(ticket: UploadTicket, request: IncomingMessage, folder: string): Promise<Photo> {
    const { businessId, uploadId } = ticket;
    const scope = Scope.business(businessId);
    const file = await this.takeTurn(businessId, request, folder);
    // Checks the intent first: it is closed by the photo's commit, so a closed one has left its photo behind.
    const [intent, existing] = await this.uow.run(
      scope,
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
    const { facts } = await this.pictures.run(
      { kind: 'inspect', type: file.type },
      { businessId, load: () => readFile(file.path), waitMs: QUEUE_MS },
    );
    const photoId = this.random.uuidv7();
    const key = objectKeys.original(businessId, photoId);
    // Listed for deletion before it exists and taken off the list by the photo's commit: a crash in between leaves no orphan.
    await this.uow.run(scope, (tx) => this.deletions.add(tx, [key], ORPHAN_SECONDS));
    await this.storage.putFile(key, file.path, file.type);
    const photo = await this.uow.run(scope, (tx) => this.commit(tx, ticket, { photoId, file, ...facts }));
    this.renditions.wake();
    return sameBytes(photo, file);
  }

  /** Nothing is read while it waits: the connection itself slows the sender down. */
  private async takeTurn(businessId: string, request: IncomingMessage, folder: string): Promise<ReceivedFile> {
    try {
      return await this.receiving.run(businessId, () => receiveFile(request, folder), { waitMs: QUEUE_MS });
    } finally {
      request.resume(); // the rest of a refused body is discarded, so that the answer can travel
    }
  }

  private async commit(tx: Tx, ticket: UploadTicket, arrived: Arrived): Promise<Photo> {
    const { businessId, payerId, uploadId } = ticket;
    const { photoId, file, width, height } = arrived;
    await this.erased.refuseErased(tx, businessId);
    await this.intents.lock(tx, businessId, uploadId);
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
      return this.takeOther(tx, ticket, photoId);
    }
    await this.count(tx, ticket, file.bytes);
    await this.deletions.withdraw(tx, objectKeys.original(businessId, photoId));
    await tx.emit(mediaEvents.photoUploaded, { businessId, entityId: photoId, version: 1, data: photoFacts(inserted) });
    await tx.emit(mediaEvents.usageChanged, { businessId, entityId: payerId, version: 1, data: { payerId } });
    return inserted;
  }

  /** Another request of the same upload was faster: what this one stored is deleted. */
  private async takeOther(tx: Tx, { businessId, uploadId }: UploadTicket, photoId: string): Promise<Photo> {
    const other = await this.photos.byUpload(tx, businessId, uploadId);
    if (!other) {
      throw new AppError('conflict');
    }
    await this.deletions.add(tx, [objectKeys.original(businessId, photoId)]);
    return other;
  }

  /** The reservation becomes usage; when it has expired during the transfer, the plan is checked again. */
  private async count(tx: Tx, { businessId, uploadId, payerId }: UploadTicket, bytes: number): Promise<void> {
    const intent = await this.intents.find(tx, businessId, uploadId);
    if (!intent || !(await this.quotas.settle(tx, intent.reservationId, bytes))) {
      await this.quotas.take(tx, { payerId, metric: 'storage', amount: bytes });
    }
    await this.intents.close(tx, businessId, uploadId);
  }

  /** The attempt failed: its bytes are released at once. A later attempt's reservation is left alone. */
  private async abandon({ businessId, uploadId, reservationId }: UploadTicket): Promise<void> {
    try {
      await this.uow.run(Scope.business(businessId), async (tx) => {
        await this.intents.lock(tx, businessId, uploadId);
        const intent = await this.intents.find(tx, businessId, uploadId);
        if (intent?.reservationId === reservationId) {
          await this.quotas.release(tx, reservationId);
          await this.intents.close(tx, businessId, uploadId);
        }
      });
    } catch (error) {
      // The reservation expires by itself; the person should read why the upload failed, not this error.
      this.logger.warn('could not give back the bytes of a failed upload', { error });
    }
  }
}

/** @throws AppError conflict when the id was used for another picture */
function sameBytes(photo: Photo, file: ReceivedFile): Photo {
  if (photo.sha256 !== file.sha256) {
    throw new AppError('conflict', 'This upload id was used for another picture.');
  }
  return photo;
}
