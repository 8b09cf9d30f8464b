import { Injectable } from '@nestjs/common';
import { AppError, captionsRpc, importDataEvents, notificationRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { LeasedTableWorker, Scope, Tombstones, WorkerTools } from '@postloom/persistence';
import type { Run } from '@postloom/persistence';
import { pageFile } from '../exports/index.ts';
import { BringBackFile } from './bring-back-file.ts';
import { CheckImport } from './check-import.ts';
import { nextChapter, nextStep, NOTHING } from './import-job.ts';
import type { ImportChapter, ImportJob, ImportPosition, ImportResult } from './import-job.ts';
import { ImportsRepository } from './imports.repository.ts';
import { newId } from './new-id.ts';
import { OpenImport } from './open-import.ts';
import { readRows } from './read-rows.ts';
import { BadZip } from './zip/bad-zip.ts';
import type { ZipArchive } from './zip/zip-archive.ts';

const TABLE = 'imports';
/** A process that dies holds things up no longer. */
const LEASE_SECONDS = 120;
/** Longer than a turn takes with its waits for room on the disk, of which nobody knows how long they are. */
const KEPT_FOR_SECONDS = 3_600;
/** After this time the next person gets a turn. */
const LONGEST_RUN_MS = 60_000;
/** How often the same business may have been brought back and deleted again. */
const GENERATIONS = 100;
/** Tries without a file in between, after which a late one is given up before it is begun: it may be what ends the process each time. */
const MOST_TRIES = 20;
const GAVE_UP = 'The import could not be finished. What came back stays; upload the zip again, and the rest follows.';

/**
 * Checks zips, and brings back what their people have chosen: file by file, each committed with the position behind it. A process that dies
 * costs the rest of a file, whose rows are found again by their ids. People take turns.
 */
@Injectable()
export class ImportsWorker extends LeasedTableWorker<ImportJob> {
  constructor(
    tools: WorkerTools,
    private readonly rpc: Rpc,
    private readonly erased: Tombstones,
    private readonly openImport: OpenImport,
    private readonly checkImport: CheckImport,
    private readonly bringBackFile: BringBackFile,
    private readonly imports: ImportsRepository,
  ) {
    super(tools, {
      ...{ name: 'imports', slots: 1, pollMs: 5_000, table: TABLE },
      ...{ leaseSeconds: LEASE_SECONDS, keptForSeconds: KEPT_FOR_SECONDS },
      ...{ scope: Scope.global(), where: `state IN ('checking', 'working')` },
    });
  }

  protected override async work(job: ImportJob, run: Run): Promise<void> {
    if (job.tries > MOST_TRIES && (await this.isLate(job))) {
      await this.giveUp(job, new Error('no try has come to an end'));
      return;
    }
    let zip: ZipArchive | null = null;
    try {
      zip = await this.openImport.execute(job);
      await (job.state === 'checking' ? this.check(job, zip, run) : this.bringBack(job, zip, run));
    } catch (error) {
      if (!(error instanceof BadZip)) {
        throw error;
      }
      await this.end(job, 'refused', error.message);
    } finally {
      zip?.close();
    }
  }

  /** It makes nothing, so another process begins anew. */
  private async check(job: ImportJob, zip: ZipArchive, { signal }: Run): Promise<void> {
    const { exportId, chapters } = await this.checkImport.execute(zip, () => this.keep(job, signal));
    await this.tools.uow.run(Scope.global(), (tx) => this.imports.checked(tx, job, exportId, chapters));
  }

  private async bringBack(claimed: ImportJob, zip: ZipArchive, { signal, claimedAtMs }: Run): Promise<void> {
    const { clock } = this.tools;
    let job = claimed;
    while (!signal.aborted && clock.monotonicMs() - claimedAtMs <= LONGEST_RUN_MS) {
      const chapter = job.chapters.find(({ number }) => number === job.chosen[job.position.chapter]);
      if (chapter === undefined) {
        await this.takeSettings(job, zip);
        await this.end(job, 'done', null);
        return;
      }
      job = await this.file(job, chapter, zip, signal);
    }
    await this.release(job);
  }

  /** Another turn, or another process, goes on. */
  private async release({ id, lease_epoch: epoch }: ImportJob): Promise<void> {
    const { uow, leases } = this.tools;
    await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, id, epoch, 'now'));
  }

  /** One file of rows, or the end of its kind. */
  private async file(
    job: ImportJob,
    { folder, name }: ImportChapter,
    zip: ZipArchive,
    signal: AbortSignal,
  ): Promise<ImportJob> {
    const { position } = job;
    const { step, page } = position;
    const file = `${folder}/${step === 'business' ? 'business.ndjson' : pageFile(step, page, 'ndjson')}`;
    if (zip.sizeOf(file) === undefined) {
      return this.advance(job, nextStep(position), NOTHING);
    }
    const businessId = position.businessId ?? (await this.newBusiness(job, zip, file));
    try {
      const result = await this.bringBackFile[step](job, zip, {
        ...{ file, businessId, signal, keep: () => this.keep(job, signal) },
        countSlow: (photoId) => this.tools.uow.run(Scope.global(), (tx) => this.imports.countSlow(tx, job, photoId)),
      });
      if (step === 'business') {
        return await this.advance(
          job,
          result.leftOut > 0 ? nextChapter(position) : { ...nextStep(position), businessId },
          result,
        );
      }
      return await this.advance(job, { ...position, page: page + 1 }, result);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found' && (await this.isGone(businessId)))) {
        throw error;
      }
      const what = `${name} was deleted while it came back.`;
      return this.advance(job, nextChapter(position), { ...NOTHING, findings: [{ file, line: null, what }] });
    }
  }

  /** The same id each time the same zip comes into the same account, unless that business was deleted since: then the next one. */
  private async newBusiness(job: ImportJob, zip: ZipArchive, file: string): Promise<string> {
    const { rows } = await readRows(zip, 'business', file);
    const old = rows[0]?.row.id ?? file;
    for (let generation = 0; generation < GENERATIONS; generation += 1) {
      const id = newId(`${job.user_id} ${job.export_id ?? ''} ${generation}`, old);
      if (!(await this.isGone(id))) {
        return id;
      }
    }
    throw new BadZip('This business was brought back and deleted too often. Please make a new export.');
  }

  private isGone(businessId: string): Promise<boolean> {
    return this.tools.uow.run(Scope.global(), (tx) => this.erased.isErased(tx, businessId), { readOnly: true });
  }

  private async advance(job: ImportJob, next: ImportPosition, result: ImportResult): Promise<ImportJob> {
    await this.keep(job);
    if (!(await this.tools.uow.run(Scope.global(), (tx) => this.imports.advance(tx, job, next, result)))) {
      throw new Error('the lease of an import was lost');
    }
    return { ...job, position: next };
  }

  /** @throws Error when the lease was lost, the person is erased or has given the import up, or the process stops */
  private async keep(job: ImportJob, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted(); // another process begins this file again, and finds what is made of it
    await this.keepLease(job);
  }

  /** What the person had chosen for themselves; only where they ask for it, since it replaces what they have chosen here. */
  private async takeSettings(job: ImportJob, zip: ZipArchive): Promise<void> {
    if (!job.with_settings || zip.sizeOf('account.ndjson') === undefined) {
      return;
    }
    const [account] = (await readRows(zip, 'account', 'account.ndjson')).rows;
    if (account !== undefined) {
      const caller = { ...this.rpc.systemCaller('media'), userId: job.user_id };
      const { captionPreferences, notificationPreferences } = account.row;
      await this.rpc.call(captionsRpc.preferencesSet, captionPreferences, caller);
      await this.rpc.call(notificationRpc.notificationPreferencesSet, notificationPreferences, caller);
    }
  }

  /** What had begun is told: its person may have left. */
  private async end(job: ImportJob, state: 'done' | 'refused', refusal: string | null): Promise<void> {
    await this.tools.uow.run(Scope.global(), async (tx) => {
      if ((await this.imports.end(tx, job, state, refusal)) && job.state === 'working') {
        await tx.emit(importDataEvents.importEnded, {
          ...{ businessId: null, entityId: job.id, version: 2 },
          data: { importId: job.id, userId: job.user_id },
        });
      }
    });
  }

  /** Whatever is away comes back; only after a long time it is given up. */
  protected override async failed(job: ImportJob, error: unknown): Promise<void> {
    await ((await this.isLate(job)) ? this.giveUp(job, error) : super.failed(job, error));
  }

  private isLate(job: ImportJob): Promise<boolean> {
    return this.tools.uow.run(Scope.global(), (tx) => this.imports.isLate(tx, job), { readOnly: true });
  }

  private async giveUp(job: ImportJob, error: unknown): Promise<void> {
    await this.end(job, 'refused', GAVE_UP);
    this.tools.logger.error('An import was given up', { importId: job.id, step: job.position.step, error });
  }
}
