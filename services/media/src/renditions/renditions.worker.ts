import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Clock, Logger } from '@postloom/chassis';
import { AppError, mediaEvents } from '@postloom/contracts';
import { LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { PictureProcesses, withTempFolder } from '../pictures/index.ts';
import type { PhotoType } from '../pictures/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import type { RenditionOutput } from './rendition-output.ts';
import { MAX_TRIES, RenditionClaims } from './renditions.claims.ts';
import type { RenditionJob } from './renditions.claims.ts';

const REASON = 'renditions';

/** Derives what is shown and published from each original; the last step emits `photo.ready`. Businesses take turns. */
@Injectable()
export class RenditionsWorker extends LeasedTableWorker<RenditionJob> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly pictures: PictureProcesses,
    private readonly photos: PhotosRepository,
    private readonly deletions: DeletionClaims,
    private readonly claims: RenditionClaims,
  ) {
    super(tools, {
      ...{ name: 'renditions', slots: 1, pollMs: 500, table: 'renditions', leaseSeconds: 120 },
      ...{ scope: Scope.system(REASON), where: `state = 'pending'`, turnsBy: 'business_id' },
    });
  }

  protected override async work(job: RenditionJob): Promise<void> {
    const startedMs = this.clock.monotonicMs();
    let outcome = 'failed';
    try {
      if (job.tries > MAX_TRIES) {
        throw new Error('each process that derived the pictures of this photo has ended');
      }
      await this.derive(job);
      outcome = 'ready';
    } finally {
      metrics.renditionSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
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
        // Deleted while its pictures were being stored: the deletion may have listed the objects before they existed.
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

  /** A picture that cannot be decoded never will be; storage that was unavailable comes back. */
  protected override async failed(job: RenditionJob, error: unknown): Promise<void> {
    this.logger.warn('renditions failed', { photoId: job.id, tries: job.tries, error });
    const isFinal =
      error instanceof AppError &&
      (error.code === 'invalid_image' || error.code === 'image_too_large' || error.code === 'not_found');
    await this.uow.run(Scope.system(REASON), async (tx) => {
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
