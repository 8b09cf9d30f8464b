import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import { Quotas, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { PhotosRepository } from '../photos/index.ts';
import { IntentsRepository } from './intents.repository.ts';

export interface AnnouncedUpload {
  readonly businessId: string;
  readonly payerId: string;
  readonly uploadId: string;
  /** Null: as much as a file may have is reserved. */
  readonly bytes: number | null;
  /** How long the reservation stands. */
  readonly seconds: number;
  /** The file is stored before we see whether its photo exists already: then its bytes are reserved all the same, if the plan has room. */
  readonly isStoredFirst?: boolean;
}

/** Reserves the announced bytes against the plan before the first of them is stored. */
@Injectable()
export class ReserveUpload {
  constructor(
    private readonly quotas: Quotas,
    private readonly random: Random,
    private readonly photos: PhotosRepository,
    private readonly intents: IntentsRepository,
    private readonly erased: Tombstones,
  ) {}

  /** The reservation's id. @throws AppError upgrade_required, payload_too_large, not_found (the business is deleted) */
  async reserve(tx: Tx, announced: AnnouncedUpload): Promise<string> {
    const { businessId, payerId, uploadId, bytes, seconds, isStoredFirst = false } = announced;
    if (bytes !== null && bytes > MAX_PHOTO_BYTES) {
      throw new AppError('payload_too_large', uploadMessages.tooLarge('This file'));
    }
    await this.erased.refuseErased(tx, businessId);
    const reservationId = this.random.uuidv7();
    await this.intents.lock(tx, businessId, uploadId);
    const counted = await this.photos.byUpload(tx, businessId, uploadId);
    if (counted && !isStoredFirst) {
      return reservationId; // The answer was lost and the client asks again: the photo is already counted.
    }
    const known = await this.intents.find(tx, businessId, uploadId);
    if (known) {
      // A retry after an interruption: the old reservation is replaced by one for what is announced now.
      await this.quotas.release(tx, known.reservationId);
    }
    const reservedBytes = Math.max(1, bytes ?? MAX_PHOTO_BYTES);
    try {
      await this.quotas.reserve(tx, {
        ...{ payerId, metric: 'storage', amount: reservedBytes },
        ...{ id: reservationId, expiresInSeconds: seconds },
      });
    } catch (error) {
      if (counted?.fileSize === bytes && error instanceof AppError && error.code === 'upgrade_required') {
        return reservationId; // No room for it twice: it is stored unreserved, and removed when its photo is found.
      }
      throw error;
    }
    await this.intents.open(tx, { businessId, uploadId, payerId, reservationId, reservedBytes }, seconds);
    return reservationId;
  }

  /**
   * An attempt failed: the bytes it reserved are free at once. The announcement stays until its time is over, because an earlier attempt at the
   * same upload may have arrived and be about to become its photo.
   */
  async release(tx: Tx, reservationId: string): Promise<void> {
    await this.quotas.release(tx, reservationId);
  }

  /**
   * Its person gave the upload up: no photo may come of it any more. With a `reservationId` only that announcement is cancelled, and a later
   * one of the same upload is left alone.
   */
  async cancel(tx: Tx, businessId: string, uploadId: string, reservationId?: string): Promise<void> {
    await this.intents.lock(tx, businessId, uploadId);
    const intent = await this.intents.find(tx, businessId, uploadId);
    if (intent && (reservationId === undefined || intent.reservationId === reservationId)) {
      await this.quotas.release(tx, intent.reservationId);
      await this.intents.close(tx, businessId, uploadId);
    }
  }
}
