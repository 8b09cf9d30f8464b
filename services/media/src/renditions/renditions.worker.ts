import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, Logger, Loops } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { AppError, mediaEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { PictureProcesses, withTempFolder } from '../pictures/index.ts';
import type { PhotoType } from '../pictures/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import type { RenditionOutput } from './rendition-output.ts';
import { RenditionClaims } from './renditions.claims.ts';
import type { RenditionJob } from './renditions.claims.ts';

const REASON = 'renditions';
const POLL_MS = 500;

/** Derives what is shown and published from each original; the last step tells `photo.ready`. */
@Injectable()
export class RenditionsWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly pictures: PictureProcesses,
    private readonly photos: PhotosRepository,
    private readonly deletions: DeletionClaims,
    private readonly claims: RenditionClaims,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({ name: 'renditions', everyMs: POLL_MS, run: () => this.round() });
  }

  /** A photo has just arrived in this process. */
  poke(): void {
    this.loop?.poke();
  }

  private async round(): Promise<boolean> {
    const [job] = await this.uow.run(Scope.system(REASON), (tx) => this.claims.claim(tx, 1));
    if (!job) {
      return false;
    }
    const startedMs = this.clock.monotonicMs();
    let outcome = 'failed';
    try {
      await this.derive(job);
      outcome = 'ready';
    } catch (error) {
      this.logger.warn('renditions failed', { photoId: job.id, tries: job.tries + 1, error });
      await this.giveUp(job, error);
    } finally {
      metrics.renditionSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
    return true;
  }

  private async derive(job: RenditionJob): Promise<void> {
    const type = await this.uow.run(Scope.system(REASON), (tx) => this.claims.typeOf(tx, job.id), { readOnly: true });
    if (type === null) {
      return; // deleted meanwhile; its row went with it
    }
    const outputs = await withTempFolder((folder) => this.makeAndStore(job, type, folder));
    await this.uow.run(Scope.system(REASON), async (tx) => {
      const version = await this.claims.finish(tx, job, outputs);
      if (version !== null) {
        const photo = await this.photos.get(tx, job.business_id, job.id);
        await tx.emit(mediaEvents.photoReady, {
          businessId: job.business_id,
          entityId: job.id,
          version,
          data: photoFacts(photo),
        });
      } else if ((await this.claims.typeOf(tx, job.id)) === null) {
        // Deleted while its pictures were stored: its own deletion may have looked before they were there.
        await this.deletions.add(
          tx,
          outputs.map(({ name }) => objectKeys.rendition(job.business_id, job.id, name)),
        );
      }
    });
  }

  private async makeAndStore(job: RenditionJob, type: PhotoType, folder: string): Promise<RenditionOutput[]> {
    const path = join(folder, 'original');
    const { body } = await this.storage.open(objectKeys.original(job.business_id, job.id));
    await pipeline(body, createWriteStream(path));
    const { derived } = await this.pictures.run(
      { kind: 'derive', type },
      { businessId: job.business_id, load: () => readFile(path) },
    );
    await Promise.all(
      derived.map((picture) =>
        this.storage.putBytes(
          objectKeys.rendition(job.business_id, job.id, picture.name),
          picture.data,
          picture.mimeType,
        ),
      ),
    );
    return derived.map(({ data: _data, ...output }) => output);
  }

  /** A picture that cannot be decoded will not get better; storage that was away will. */
  private giveUp(job: RenditionJob, error: unknown): Promise<void> {
    const isFinal =
      error instanceof AppError &&
      (error.code === 'invalid_image' || error.code === 'image_too_large' || error.code === 'not_found');
    return this.uow.run(Scope.system(REASON), async (tx) => {
      const version = await this.claims.failed(tx, job, isFinal);
      if (version !== null) {
        const photo = await this.photos.get(tx, job.business_id, job.id);
        await tx.emit(mediaEvents.photoUpdated, {
          businessId: job.business_id,
          entityId: job.id,
          version,
          data: photoFacts(photo),
        });
      }
    });
  }
}
