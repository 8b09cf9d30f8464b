import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confinement } from './confinement.ts';
import type { PictureAnswer, PictureRequest } from './picture-task.ts';

/** JavaScript heap of the process; pixels and files are allocated outside it. */
const HEAP_MB = 64;
/**
 * glibc gives each thread a pool of its own that keeps what was freed in it, and a picture is worked on in turn by a dozen threads: with
 * one pool for all, 12 megapixels take 95 MB instead of 225.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' } as const;
/** Loading sharp takes some 0.2 s. */
const START_MS = 15_000;

/** What the program may read besides its input: itself and its packages. */
function readable(program: string): string[] {
  const sharp = createRequire(import.meta.url).resolve('sharp');
  const packages = sharp.slice(0, sharp.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
  return [dirname(program), packages].map((folder) => `--allow-fs-read=${join(folder, '*')}`);
}

/**
 * One picture process: nothing of our environment, no files but its own program, no child processes, and none of what the confinement
 * removes. Pictures travel to and from it through its channel.
 */
export class PictureChild {
  private readonly child: ChildProcess;
  private isGone = false;

  private constructor(program: URL, { prefix }: Confinement) {
    const path = fileURLToPath(program);
    const command = [
      ...prefix,
      process.execPath,
      // Native code needs `--allow-addons`; what it may do is limited by the confinement.
      ...['--permission', '--allow-addons', '--disable-warning=PERM0001', ...readable(path)],
      `--max-old-space-size=${HEAP_MB}`,
      path,
    ];
    this.child = spawn(command[0] ?? process.execPath, command.slice(1), {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.child.once('exit', () => {
      this.isGone = true;
    });
    if (this.child.pid !== undefined) {
      // A decoder takes every core it gets; processes that answer people on the same machine go first.
      setPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    // The command is missing, or a message was sent to a process that has just died; its exit is what counts.
    this.child.on('error', () => {
      this.isGone = true;
    });
  }

  /** Starts the program; null when it does not start under this confinement. */
  static async start(program: URL, confinement: Confinement): Promise<PictureChild | null> {
    const started = new PictureChild(program, confinement);
    const isReady = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), START_MS);
      const end = (ready: boolean) => (): void => {
        clearTimeout(timer);
        resolve(ready);
      };
      started.child.once('message', end(true));
      started.child.once('exit', end(false));
      started.child.once('error', end(false));
    });
    if (!isReady) {
      started.kill('SIGKILL');
      return null;
    }
    return started;
  }

  get hasEnded(): boolean {
    return this.isGone;
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.isGone = true;
    this.child.kill(signal);
  }

  /** The answer, or why there is none: 'died' or 'too slow' (the process is then killed). */
  ask(request: PictureRequest, withinMs: number): Promise<PictureAnswer | 'died' | 'too slow'> {
    return new Promise((resolve) => {
      const finish = (answer: PictureAnswer | 'died' | 'too slow'): void => {
        clearTimeout(timer);
        this.child.off('message', onMessage);
        this.child.off('exit', onExit);
        resolve(answer);
      };
      const onMessage = (answer: PictureAnswer): void => finish(answer);
      const onExit = (): void => finish('died');
      const timer = setTimeout(() => {
        this.kill('SIGKILL');
        finish('too slow');
      }, withinMs);
      this.child.on('message', onMessage);
      this.child.once('exit', onExit);
      this.child.send(request);
    });
  }
}
