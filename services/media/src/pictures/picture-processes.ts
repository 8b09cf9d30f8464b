import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, FairQueue, Logger, ShutdownRegistry } from '@postloom/chassis';
import { AppError, uploadMessages } from '@postloom/contracts';
import type { MediaConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { confinements } from './confinement.ts';
import { PictureChild } from './picture-child.ts';
import type { PictureAnswer, PictureFile, PictureTask } from './picture-task.ts';

export interface PictureTurn {
  readonly businessId: string;
  readonly file: PictureFile;
  /** Longest wait for a turn in milliseconds. Without it the wait is unlimited: for workers, which bound their own work. */
  readonly waitMs?: number;
}

type Done = Extract<PictureAnswer, { ok: true }>;

/** Longest that a picture may take once its turn has come, in milliseconds, in one process or in two: see `watchWork`. */
const TASK_MS = 10_000;
/** An idle process holds some 50 MB, so it is stopped after this time. */
const IDLE_MS = 15_000;
/** Each waiting upload holds a file of up to 50 MB on disk. */
const WAITING = 100;
const WAITING_PER_BUSINESS = 20;
const TOO_SLOW_RETRY_SECONDS = 30;
/** Pictures that nobody has read before: what takes their process may be the picture. */
const NEW_PICTURES: ReadonlySet<PictureTask['kind']> = new Set(['receive', 'logo']);

/** A picture had its turn and exceeded its time: the machine was busy, or it is too much for this machine. */
export class PictureTooSlow extends AppError {
  constructor() {
    super('unavailable', 'This picture took too long to read. Please try again in a moment, or use a smaller one.', {
      retryAfterSeconds: TOO_SLOW_RETRY_SECONDS,
    });
  }
}

/** This module's own extension: the program is beside it, compiled or not. */
const pictureProgram = new URL(`./picture-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Runs picture tasks in separate processes that may be killed: one that takes too long is, and the next task gets a new one. At most
 * `PICTURE_PROCESSES` run at a time; businesses take turns, and where there are several processes one business never has them all: there
 * is one more than cores, so that a single business can use every core and the next one still finds a process.
 */
@Injectable()
export class PictureProcesses {
  protected readonly program: URL = pictureProgram;
  protected readonly taskMs: number = TASK_MS;
  private readonly queue: FairQueue;
  private readonly idle: { readonly child: PictureChild; readonly end: NodeJS.Timeout }[] = [];
  /** Strongest first; those that did not work on this system are removed. */
  private readonly ways = [...confinements(process.getuid?.() === 0)];
  private isClosed = false;

  constructor(
    private readonly logger: Logger,
    shutdown: ShutdownRegistry,
    @Inject(CONFIG) { pictureProcesses }: Pick<MediaConfig, 'pictureProcesses'>,
  ) {
    const slots = pictureProcesses ?? availableParallelism() + 1;
    this.queue = new FairQueue({
      name: 'pictures',
      slots,
      slotsPerKey: Math.max(1, slots - 1),
      waiting: WAITING,
      waitingPerKey: WAITING_PER_BUSINESS,
    });
    shutdown.register('close', 'picture processes', () => {
      this.isClosed = true;
      for (const { child, end } of this.idle.splice(0)) {
        clearTimeout(end);
        child.kill('SIGTERM');
      }
      return Promise.resolve();
    });
  }

  /**
   * @throws AppError invalid_image, image_too_large: the picture's fault, also when a new one has cost two processes; PictureTooSlow;
   * unavailable: the queue is full, no process starts, or one was lost over a picture that another process could read before.
   */
  run(task: PictureTask, { businessId, file, waitMs }: PictureTurn): Promise<Done> {
    const turn = waitMs === undefined ? { isInternal: true } : { waitMs };
    return this.queue.run(businessId, () => this.exchange(task, file), turn);
  }

  private async exchange(task: PictureTask, file: PictureFile): Promise<Done> {
    const child = this.reuse() ?? (await this.start());
    const untilMs = performance.now() + this.taskMs;
    const answer = await this.ask(child, task, file, untilMs);
    if (answer !== 'died') {
      return answer;
    }
    if (!NEW_PICTURES.has(task.kind)) {
      // Another process could read it: the machine may be at fault.
      throw new AppError('unavailable');
    }
    // A machine that runs out of memory ends processes, too, and a refusal is final: only the second one is the picture's fault.
    const again = await this.ask(await this.start(), task, file, untilMs);
    if (again === 'died') {
      throw new AppError('invalid_image');
    }
    return again;
  }

  private async ask(
    child: PictureChild,
    task: PictureTask,
    file: PictureFile,
    untilMs: number,
  ): Promise<Done | 'died'> {
    const answer = await child.ask(task, file, Math.max(0, untilMs - performance.now()));
    if (answer === 'too slow') {
      this.logger.info('picture process killed: a picture took too long', { kind: task.kind, ms: this.taskMs });
      throw new PictureTooSlow();
    }
    if (answer === 'died') {
      this.logger.info('picture process died', { kind: task.kind });
      return answer;
    }
    this.keep(child);
    if (!answer.ok) {
      this.logger.info('picture refused', { refusal: answer.refusal, reason: answer.reason });
      throw answer.refusal === 'copy_too_large'
        ? new AppError('image_too_large', uploadMessages.tooLarge('This part'))
        : new AppError(answer.refusal);
    }
    return answer;
  }

  private reuse(): PictureChild | undefined {
    for (let last = this.idle.pop(); last !== undefined; last = this.idle.pop()) {
      clearTimeout(last.end);
      if (!last.child.hasEnded) {
        return last.child;
      }
    }
    return undefined;
  }

  private keep(child: PictureChild): void {
    if (this.isClosed) {
      child.kill('SIGTERM');
      return;
    }
    const end = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((one) => one.child === child),
        1,
      );
      child.kill('SIGTERM');
    }, IDLE_MS).unref();
    this.idle.push({ child, end });
  }

  /** Confined as far as this system allows; what it does not allow is logged once. */
  private async start(): Promise<PictureChild> {
    for (let way = this.ways[0]; way !== undefined; way = this.ways[0]) {
      const child = await PictureChild.start(this.program, way);
      if (child !== null) {
        metrics.pictureProcesses.add(1);
        return child;
      }
      if (this.ways.length === 1) {
        break;
      }
      if (this.ways[0] === way) {
        this.ways.shift();
        this.logger.warn('picture processes can be confined less than they should', {
          failed: way.takes,
          next: this.ways[0]?.takes ?? 'nothing',
        });
      }
    }
    throw new AppError('unavailable');
  }
}
