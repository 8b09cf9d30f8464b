import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock, Logger } from '@postloom/chassis';
import { AppError, mediaEvents } from '@postloom/contracts';
import { LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import type { Run, Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { keysOfPhoto, photoFacts, PhotosRepository } from '../photos/index.ts';
import { DiskRoom, lookOf, pictureName, PictureProcesses } from '../pictures/index.ts';
import type { DerivedPicture, RenditionOutput } from '../pictures/index.ts';
import { allEnded, CleanUp, DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { MOST_TRIES, RenditionClaims } from './renditions.claims.ts';
import type { Fault, Found, Original, RenditionJob } from './renditions.claims.ts';

const REASON = 'renditions';
const TABLE = 'renditions';
/** A photo whose process has died waits so long for another one. */
const LEASE_SECONDS = 60;
/** Longer than a large original takes from slow storage, and its turns at busy decoders. */
const KEPT_FOR_SECONDS = 600;

interface Made extends Found {
  readonly outputs: readonly RenditionOutput[];
}

/** Derives what is shown and published from each original; the last step emits `photo.ready`. Businesses take turns. */
@Injectable()
export class RenditionsWorker extends LeasedTableWorker<RenditionJob> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly diskRoom: DiskRoom,
    private readonly pictures: PictureProcesses,
    private readonly photos: PhotosRepository,
    private readonly deletions: DeletionClaims,
    private readonly cleanUp: CleanUp,
    private readonly claims: RenditionClaims,
  ) {
    super(tools, {
      ...{ name: 'renditions', slots: 1, pollMs: 500, table: TABLE },
      ...{ leaseSeconds: LEASE_SECONDS, keptForSeconds: KEPT_FOR_SECONDS },
      ...{ scope: Scope.system(REASON), where: `state = 'pending'`, turnsBy: 'business_id' },
    });
  }

  protected override async work(job: RenditionJob, { signal }: Run): Promise<void> {
    const startedMs = this.clock.monotonicMs();
    let isReady = false;
    try {
      if (job.tries > MOST_TRIES) {
        throw new Error('each process that derived the pictures of this photo has ended');
      }
      await this.derive(job, signal);
      isReady = true;
    } finally {
      const outcome = isReady ? 'ready' : signal.aborted ? 'left' : 'failed';
      metrics.renditionSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
  }

  private async derive(job: RenditionJob, signal: AbortSignal): Promise<void> {
    const original = await this.uow.run(Scope.system(REASON), (tx) => this.claims.originalOf(tx, job.id), {
      readOnly: true,
    });
    if (original === null) {
      return; // deleted meanwhile; its row went with it
    }
    const make = this.diskRoom.inFolder(job.business_id, async (folder) => {
      await folder.reserve(original.bytes, { signal });
      return this.makeAndStore(job, original, folder.path);
    });
    const { outputs, ...found } = await make.catch(async (error: unknown) => {
      await this.cleanUp.attempt(Scope.system(REASON), (tx) => this.leaveNothing(tx, job, original));
      throw error;
    });
    await this.uow.run(Scope.system(REASON), async (tx) => {
      const version = await this.claims.finish(tx, job, outputs, found);
      if (version !== null) {
        const photo = await this.photos.get(tx, job.business_id, job.id);
        await tx.emit(mediaEvents.photoReady, {
          businessId: job.business_id,
          entityId: job.id,
          version,
          data: photoFacts(photo),
        });
      } else {
        await this.leaveNothing(tx, job, original);
      }
    });
  }

  /** Erased while its pictures were being stored: the erasure may have deleted the objects before they existed. */
  private async leaveNothing(
    tx: Tx,
    { id, business_id: businessId }: RenditionJob,
    { lookId }: Original,
  ): Promise<void> {
    if (await this.claims.isGone(tx, id)) {
      await this.deletions.add(tx, keysOfPhoto(businessId, id, lookId));
    }
  }

  /** Of the original, and of what the photo shows instead of it. */
  private async makeAndStore(job: RenditionJob, original: Original, folder: string): Promise<Made> {
    const { type, sha256, edit, lookId, size } = original;
    const path = join(folder, 'original');
    await this.storage.fetch(objectKeys.original(job.business_id, job.id), path, sha256);
    const turn = { businessId: job.business_id, file: { path } };
    await this.keepLease(job);
    const { derived, placeholder, likeness } = await this.pictures.run({ kind: 'derive', type }, turn);
    const outputs = await this.store(job, derived, null);
    const look = edit && size && lookOf(size, edit);
    if (!look) {
      return { outputs, placeholder, originalPlaceholder: placeholder, likeness };
    }
    await this.keepLease(job);
    const shown = await this.pictures.run({ kind: 'look', type, look }, turn);
    return {
      outputs: [...outputs, ...(await this.store(job, shown.derived, lookId))],
      placeholder: shown.placeholder,
      originalPlaceholder: placeholder,
      likeness,
    };
  }

  private async store(
    job: RenditionJob,
    derived: readonly DerivedPicture[],
    lookId: string | null,
  ): Promise<RenditionOutput[]> {
    await this.keepLease(job);
    return allEnded(
      derived.map(async ({ data, ...output }) => {
        const name = pictureName(output.name, lookId);
        await this.storage.putBytes(objectKeys.rendition(job.business_id, job.id, name), data, output.mimeType);
        return { ...output, name };
      }),
    );
  }

  /** A picture that cannot be decoded never will be; storage and decoders that were unavailable come back. */
  protected override async failed(job: RenditionJob, error: unknown): Promise<void> {
    this.logger.warn('renditions failed', { photoId: job.id, tries: job.tries, error });
    if (error instanceof AppError && error.code === 'dependency_failed') {
      await this.uow.run(Scope.system(REASON), (tx) => this.claims.waitForStorage(tx, job));
      return;
    }
    await this.uow.run(Scope.system(REASON), async (tx) => {
      const version = await this.claims.failed(tx, job, faultOf(error));
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

function faultOf(error: unknown): Fault {
  switch (error instanceof AppError ? error.code : null) {
    case 'invalid_image':
    case 'image_too_large':
    case 'not_found':
      return 'file';
    case 'unavailable':
      return 'machine';
    default:
      return 'unknown';
  }
}
