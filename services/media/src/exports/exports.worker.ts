import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Run } from '@postloom/persistence';
import { DiskRoom } from '../pictures/index.ts';
import { emitExportEnded } from './export-ended.ts';
import type { ExportJob, StepResult } from './export-job.ts';
import { ExportSteps } from './export-steps.ts';
import { ExportsRepository } from './exports.repository.ts';
import { GIVE_UP_HOURS } from './give-up-hours.ts';
import type { StepName } from './position.ts';
import { SEGMENT_BYTES } from './segment-bytes.ts';
import { StoreSegment } from './store-segment.ts';
import { SegmentFile } from './zip/segment-file.ts';

const TABLE = 'exports';
/** Longer than a segment takes from a slow storage. */
const LEASE_SECONDS = 300;
/** Longer than a turn takes with a wait for room on the disk, of which nobody knows how long it is. */
const KEPT_FOR_SECONDS = 3_600;
/** After this time the next person gets a turn. */
const LONGEST_RUN_MS = 60_000;
/** Steps that read which files are in the zip: everything before them is stored first. */
const readsFiles: ReadonlySet<StepName> = new Set(['photo-rows', 'front', 'directory']);

/**
 * Makes exports, segment by segment, each a stretch of the zip that is stored as an object of its own. A process that dies loses the
 * segment it was at; another one continues behind the last that was stored. People take turns.
 */
@Injectable()
export class ExportsWorker extends LeasedTableWorker<ExportJob> {
  constructor(
    tools: WorkerTools,
    private readonly diskRoom: DiskRoom,
    private readonly steps: ExportSteps,
    private readonly storeSegment: StoreSegment,
    private readonly exports: ExportsRepository,
  ) {
    super(tools, {
      ...{ name: 'exports', slots: 1, pollMs: 5_000, table: TABLE },
      ...{ leaseSeconds: LEASE_SECONDS, keptForSeconds: KEPT_FOR_SECONDS },
      ...{ scope: Scope.global(), where: `state = 'working'` },
    });
  }

  protected override async work(claimed: ExportJob, { signal }: Run): Promise<void> {
    const { clock, uow, leases } = this.tools;
    await this.diskRoom.inFolder(claimed.user_id, async (folder) => {
      await folder.reserve(SEGMENT_BYTES + MAX_PHOTO_BYTES, { signal });
      const begunAtMs = clock.monotonicMs(); // the turn begins with the room: a long wait would leave nothing of it
      for (let job = claimed; job.position.step !== 'done';) {
        if (signal.aborted || clock.monotonicMs() - begunAtMs > LONGEST_RUN_MS) {
          await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, job.id, job.lease_epoch, 'now'));
          return;
        }
        job = await this.segment(job, join(folder.path, 'segment'), signal);
      }
    });
  }

  private async segment(job: ExportJob, path: string, signal: AbortSignal): Promise<ExportJob> {
    const file = await SegmentFile.create(path, job.bytes, job.asked_at);
    const results: StepResult[] = [];
    let { position } = job;
    try {
      while (position.step !== 'done') {
        await this.keepLease(job);
        const result = await this.steps.byName[position.step].execute({ ...job, position }, file);
        results.push(result);
        const isNextStep = result.next.step !== position.step;
        position = result.next;
        if (signal.aborted || file.length >= SEGMENT_BYTES || (isNextStep && readsFiles.has(position.step))) {
          break;
        }
      }
    } finally {
      await file.close();
    }
    return this.storeSegment.execute(job, file, results);
  }

  /** Whatever is away comes back; only after a long time it is given up. */
  protected override async failed(job: ExportJob, error: unknown): Promise<void> {
    const isOver = await this.tools.uow.run(Scope.global(), async (tx) => {
      if (!(await this.exports.giveUp(tx, job, GIVE_UP_HOURS))) {
        return false;
      }
      await this.tools.leases.release(tx, TABLE, job.id, job.lease_epoch, 'infinity');
      await emitExportEnded(tx, job, null);
      return true;
    });
    if (!isOver) {
      await super.failed(job, error);
      return;
    }
    this.tools.logger.error('An export was given up', { exportId: job.id, step: job.position.step, error });
  }
}
