import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confinement } from './confinement.ts';
import { giveWay } from './give-way.ts';
import type { PictureAnswer, PictureFile, PictureTask } from './picture-task.ts';
import { watchWork } from './watch-work.ts';

/** JavaScript heap of the process; pixels and files are allocated outside it. */
const HEAP_MB = 64;
/**
 * glibc gives each thread a pool of its own that keeps what was freed in it, and a picture is worked on in turn by a dozen threads: with
 * one pool for all, 12 megapixels take 95 MB instead of 225.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' } as const;
/** What is read of a file at once on its way to the process, always into the same memory. */
const PIECE_BYTES = 256 * 1024;
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
 * removes. Files get to it through its standard input, in pieces, so that no picture is ever in our memory as a whole; what it makes of
 * them comes through its channel.
 */
export class PictureChild {
  private readonly child: ChildProcess;
  private readonly piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
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
      detached: true, // a session of its own: see `giveWay`
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.child.once('exit', () => {
      this.isGone = true;
    });
    // The command is missing, or something was sent to a process that has just died; its exit is what counts.
    const onError = (): void => {
      this.isGone = true;
    };
    this.child.on('error', onError);
    this.child.stdin?.on('error', onError);
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
    // Not before: somebody waits for the start, which takes half a second of processor time.
    if (started.child.pid !== undefined && !started.isGone) {
      giveWay(started.child.pid);
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

  /**
   * The answer, or why there is none: 'died' or 'too slow' (the process is then killed).
   * @throws when the file cannot be read (the process is killed then, too: it waits for the rest)
   */
  ask(task: PictureTask, file: PictureFile, withinMs: number): Promise<PictureAnswer | 'died' | 'too slow'> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        stopWatching();
        this.child.off('message', onMessage);
        this.child.off('exit', onExit);
      };
      const finish = (answer: PictureAnswer | 'died' | 'too slow'): void => {
        end();
        resolve(answer);
      };
      const given = this.give(task, file);
      const onMessage = (answer: PictureAnswer): void =>
        // An honest process answers when it has read all of it.
        void given.then(
          () => finish(answer),
          () => undefined,
        );
      const onExit = (): void => finish('died');
      const stopWatching = watchWork(this.child.pid, withinMs, () => {
        this.kill('SIGKILL');
        finish('too slow');
      });
      this.child.on('message', onMessage);
      this.child.once('exit', onExit);
      given.catch((error: unknown) => {
        end();
        this.kill('SIGKILL');
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }

  private async give(task: PictureTask, file: PictureFile): Promise<void> {
    if ('content' in file) {
      this.child.send({ ...task, bytes: file.content.length });
      await this.write(file.content);
      return;
    }
    const source = await open(file.path);
    try {
      const { size } = await source.stat();
      this.child.send({ ...task, bytes: size });
      for (let at = 0; at < size && !this.isGone;) {
        const { bytesRead } = await source.read(this.piece, 0, PIECE_BYTES, at);
        if (bytesRead === 0) {
          throw new Error('the file became shorter while it was read');
        }
        await this.write(this.piece.subarray(0, bytesRead));
        at += bytesRead;
      }
    } finally {
      await source.close();
    }
  }

  /** Ends when the bytes have left our memory, and also when the process has died over them: its exit is what counts. */
  private write(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.child.stdin?.write(bytes, () => resolve());
    });
  }
}
