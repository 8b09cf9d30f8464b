import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Injectable } from '@nestjs/common';
import { Logger, ShutdownRegistry } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { metrics } from '../metrics.ts';
import type { PictureAnswer, PictureTask } from './picture-task.ts';

/** Longest a picture may take (RELIABILITY-SECURITY 3.1). */
const TASK_MS = 10_000;
/** An idle process holds some 50 MB: it goes after this time. */
const IDLE_MS = 15_000;
/** JavaScript heap of the process; pixels live outside it and are bounded by the pixel cap. */
const HEAP_MB = 64;

/** This module's own extension: the program lies beside it, compiled or not. */
const pictureProgram = new URL(`./picture-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Runs picture tasks one after another in a process of their own that may be killed: on a timeout it is, and the next task
 * gets a new one.
 */
@Injectable()
export class PictureProcesses {
  protected readonly program: URL = pictureProgram;
  protected readonly taskMs: number = TASK_MS;
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly logger: Logger,
    shutdown: ShutdownRegistry,
  ) {
    shutdown.register('close', 'picture process', () => {
      this.stop('SIGTERM');
      return Promise.resolve();
    });
  }

  /**
   * @throws AppError invalid_image, image_too_large; unavailable when the process was lost over a picture that an earlier
   * process could read: that may be the machine's fault and is worth another try.
   */
  run(task: PictureTask): Promise<Extract<PictureAnswer, { ok: true }>> {
    const result = this.last.then(() => this.exchange(task));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async exchange(task: PictureTask): Promise<Extract<PictureAnswer, { ok: true }>> {
    clearTimeout(this.idle);
    const child = this.child ?? this.start();
    try {
      const answer = await ask(child, task, this.taskMs);
      if (answer.ok) {
        return answer;
      }
      this.logger.info('picture refused', { refusal: answer.refusal, reason: answer.reason });
      if (answer.isProcessLost) {
        this.forget(child); // the next picture gets a new one, even if this one's end is not heard of yet
      }
      throw new AppError(answer.isProcessLost && task.kind !== 'inspect' ? 'unavailable' : answer.refusal);
    } finally {
      this.idle = setTimeout(() => this.stop('SIGTERM'), IDLE_MS).unref();
    }
  }

  private start(): ChildProcess {
    const child = fork(this.program, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
    });
    metrics.pictureProcesses.add(1);
    child.once('exit', () => this.forget(child));
    // Sending to a process that has just died; its exit is what counts.
    child.on('error', (error) => this.logger.warn('picture process', { error }));
    this.child = child;
    return child;
  }

  private forget(child: ChildProcess): void {
    if (this.child === child) {
      this.child = undefined;
    }
  }

  private stop(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.child?.kill(signal);
    this.child = undefined;
  }
}

/** A process that dies or does not answer in time had a picture it could not bear: that is the picture's fault. */
function ask(child: ChildProcess, task: PictureTask, taskMs: number): Promise<PictureAnswer> {
  return new Promise((resolve) => {
    const finish = (answer: PictureAnswer): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (answer: PictureAnswer): void => finish(answer);
    const onExit = (): void =>
      finish({ ok: false, refusal: 'invalid_image', reason: 'the picture process died', isProcessLost: true });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      finish({
        ok: false,
        refusal: 'image_too_large',
        reason: `not done within ${taskMs} ms`,
        isProcessLost: true,
      });
    }, taskMs);
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(task);
  });
}
