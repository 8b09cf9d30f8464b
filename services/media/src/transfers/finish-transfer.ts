import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import type { ErrorCode, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { metrics } from '../metrics.ts';
import { cleanName, PhotosRepository } from '../photos/index.ts';
import { DiskRoom } from '../pictures/index.ts';
import { DeletionClaims, Storage } from '../storage/index.ts';
import { KeepPhoto, measureFile, Receiving, ReserveUpload, UploadIdTaken } from '../uploads/index.ts';
import type { KeptPhoto, ReceivedFile } from '../uploads/index.ts';
import { EndTransfer } from './end-transfer.ts';
import { objectKeyOf } from './object-key.ts';
import { TransfersRepository } from './transfers.repository.ts';
import type { Transfer } from './transfers.repository.ts';

/** What is wrong with the file itself, or with the plan: sending the same again would end the same way. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'unsupported_media_type',
  'payload_too_large',
  'invalid_image',
  'image_too_large',
  'upgrade_required',
]);

/**
 * Makes a photo of a file that lies in storage. It is read from there and measured, and the photo is stored from what was measured, so that
 * nobody can exchange the bytes in between. A failure that passes leaves everything as it was, to be asked for again.
 */
@Injectable()
export class FinishTransfer {
  constructor(
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly photos: PhotosRepository,
    private readonly transfers: TransfersRepository,
    private readonly diskRoom: DiskRoom,
    private readonly receiving: Receiving,
    private readonly keepPhoto: KeepPhoto,
    private readonly reservations: ReserveUpload,
    private readonly endTransfer: EndTransfer,
  ) {}

  /** @throws AppError invalid_object; of `measureFile` and of `KeepPhoto` */
  async execute(input: ParsedInputOf<typeof transferRpc.transferFinish>, context: RpcContext): Promise<KeptPhoto> {
    const { businessId } = writerOf(context);
    const key = objectKeyOf(input.objectUrl);
    const scope = Scope.business(businessId);
    const transfer =
      key && (await this.uow.run(scope, (tx) => this.transfers.byKey(tx, businessId, key), { readOnly: true }));
    if (!transfer || transfer.state === 'ended') {
      throw new AppError('invalid_object');
    }
    const { photoId } = transfer;
    if (photoId !== null) {
      return this.uow.run(scope, (tx) => this.known(tx, businessId, photoId), { readOnly: true });
    }
    const startedMs = this.clock.monotonicMs();
    let outcome = 'refused';
    try {
      const kept = await this.keep(businessId, transfer, cleanName(input.originalName));
      outcome = 'stored';
      return kept;
    } catch (error) {
      if (error instanceof UploadIdTaken || (error instanceof AppError && FINAL.has(error.code))) {
        await this.uow.run(scope, (tx) => this.endTransfer.end(tx, transfer));
      }
      throw error;
    } finally {
      metrics.uploadSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
  }

  private async known(tx: Tx, businessId: string, photoId: string): Promise<KeptPhoto> {
    const photo = await this.photos.get(tx, businessId, photoId);
    return { photo, sameAs: await this.photos.olderWithBytes(tx, businessId, photo) };
  }

  private async keep(businessId: string, transfer: Transfer, originalName: string): Promise<KeptPhoto> {
    const { objectKey, payerId, uploadId, reservationId } = transfer;
    const kept = await this.diskRoom.inFolder(businessId, async (folder) => {
      const fetch = (): Promise<ReceivedFile> => this.fetch(objectKey, originalName, folder.path);
      const file = await this.receiving.run(businessId, folder, transfer.bytes, fetch);
      return this.keepPhoto.execute({ businessId, payerId, uploadId }, file);
    });
    await this.uow.run(Scope.business(businessId), async (tx) => {
      await this.transfers.done(tx, transfer.id, kept.photo.id);
      // A new photo has settled this reservation; one that was there before has not used it.
      await this.reservations.release(tx, reservationId);
      await this.deletions.add(tx, [objectKey]);
    });
    return kept;
  }

  private async fetch(objectKey: string, originalName: string, folder: string): Promise<ReceivedFile> {
    const { body, contentLength } = await this.open(objectKey);
    if (contentLength > MAX_PHOTO_BYTES) {
      body.destroy();
      throw new AppError('payload_too_large', uploadMessages.tooLarge(originalName));
    }
    try {
      const file = await measureFile(body, originalName, folder);
      if (file.bytes === contentLength) {
        return file;
      }
    } catch (error) {
      if (error instanceof AppError) {
        throw error;
      }
      throw new AppError('dependency_failed', 'The photo storage did not answer. Please try again.', { cause: error });
    }
    throw new AppError('dependency_failed', 'The photo storage did not give the whole file. Please try again.');
  }

  private async open(objectKey: string): ReturnType<Storage['open']> {
    try {
      return await this.storage.open(objectKey);
    } catch (error) {
      throw error instanceof AppError && error.code === 'not_found' ? new AppError('invalid_object') : error;
    }
  }
}
