import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { Leases, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { CleanUp, DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { emitExportEnded } from './export-ended.ts';
import { GIVE_UP_HOURS } from './give-up-hours.ts';
import type { ExportJob, StepResult } from './export-job.ts';
import { ExportsRepository } from './exports.repository.ts';
import type { Segment } from './exports.repository.ts';
import type { SegmentFile } from './zip/segment-file.ts';

/**
 * Stores what some steps have written, and moves the export on in one transaction: from then on no process repeats them. The object is on
 * the list of deletions before it exists, for when the export will have expired. When its person is erased while it is being stored, it is
 * listed once more.
 */
@Injectable()
export class StoreSegment {
  constructor(
    private readonly uow: Uow,
    private readonly leases: Leases,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly cleanUp: CleanUp,
    private readonly exports: ExportsRepository,
    @Inject(CONFIG) private readonly config: MediaConfig,
  ) {}

  /** Returns the export as it is now. @throws Error when its lease was lost; another process continues */
  async execute(job: ExportJob, file: SegmentFile, results: readonly StepResult[]): Promise<ExportJob> {
    const segment = file.length === 0 ? null : segmentOf(job, file);
    try {
      if (segment !== null) {
        await this.store(segment, file);
      }
      return await this.moveOn(job, segment, results);
    } catch (error) {
      if (segment !== null) {
        await this.cleanUp.attempt(Scope.global(), (tx) => this.deletions.addIfErased(tx, job.user_id, [segment.key]));
      }
      throw error;
    }
  }

  private async store({ key }: Segment, { path }: SegmentFile): Promise<void> {
    const listedSeconds = (GIVE_UP_HOURS + this.config.keepExportsDays * 24) * 3_600;
    await this.uow.run(Scope.global(), (tx) => this.deletions.add(tx, [key], listedSeconds));
    await this.storage.putFile(key, path, 'application/octet-stream');
  }

  private async moveOn(job: ExportJob, segment: Segment | null, results: readonly StepResult[]): Promise<ExportJob> {
    const position = results.at(-1)?.next ?? job.position;
    const chapters = [...job.chapters, ...results.flatMap(({ chapter }) => chapter ?? [])];
    const entries = results.flatMap((result) => result.entries);
    const photoBytes = results.reduce((sum, result) => sum + (result.photoBytes ?? 0), 0);
    await this.uow.run(Scope.global(), async (tx) => {
      if (!(await this.exports.advance(tx, job, { position, chapters, photoBytes, segment, entries }))) {
        throw new Error('the lease of an export was lost');
      }
      if (position.step === 'done') {
        await this.finish(tx, { ...job, chapters });
      }
    });
    return {
      ...job,
      ...{ position, chapters, bytes: job.bytes + (segment?.length ?? 0), entries: job.entries + entries.length },
      segments: job.segments + (segment === null ? 0 : 1),
    };
  }

  private async finish(tx: Tx, job: ExportJob): Promise<void> {
    const expiresAt = await this.exports.finish(tx, job, this.config.keepExportsDays);
    await this.leases.release(tx, 'exports', job.id, job.lease_epoch, 'infinity');
    await emitExportEnded(tx, job, expiresAt);
  }
}

function segmentOf(job: ExportJob, { start, length }: SegmentFile): Segment {
  // With the epoch: a process that has lost its lease cannot replace what the next one stored.
  return { key: objectKeys.exportSegment(job.user_id, job.id, `${job.segments}-${job.lease_epoch}`), start, length };
}
