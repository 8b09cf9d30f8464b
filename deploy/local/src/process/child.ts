import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How a child ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that this program started and is answerable for. */
export interface RunningChild {
  readonly pid: number;
  readonly exited: Promise<ChildExit>;
  /** Sends `signal`, waits, then sends SIGKILL to the child's whole process group. Safe to repeat. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<ChildExit>;
}

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Called for every line of both output streams. */
  readonly onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

const killGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the group is gone, which is what we want. EPERM: a child of another user, signal the leader alone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      child.kill(signal);
    }
  }
};

/**
 * Starts a process in a process group of its own. A Ctrl-C in the terminal then reaches only the supervisor, which stops
 * its children in order, and SIGKILL to the group leaves no grandchild behind.
 */
export const startChild = (options: ChildOptions): Promise<RunningChild> =>
  new Promise((resolve, reject) => {
    const spawnOptions: SpawnOptions = {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    };
    const child = spawn(options.command, [...options.args], spawnOptions);
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = child[name];
      if (stream) {
        createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => options.onLine?.(line, name));
      }
    }
    const exited = new Promise<ChildExit>((done) => {
      child.once('exit', (code, signal) => done({ code, signal }));
    });
    child.once('error', reject);
    child.once('spawn', () => {
      const pid = child.pid as number;
      resolve({
        pid,
        exited,
        stop: async (signal = 'SIGTERM', graceMs = 5000) => {
          if (child.exitCode === null && child.signalCode === null) {
            child.kill(signal);
          }
          let timer: NodeJS.Timeout | undefined;
          const late = new Promise<'late'>((done) => {
            timer = setTimeout(() => done('late'), graceMs);
          });
          const outcome = await Promise.race([exited, late]);
          clearTimeout(timer);
          killGroup(child, 'SIGKILL');
          return outcome === 'late' ? exited : outcome;
        },
      });
    });
  });

/** Runs a program to its end and gives its output. Rejects with the last lines when it fails. */
export const runToEnd = async (
  options: Omit<ChildOptions, 'onLine'> & { readonly timeoutMs?: number },
): Promise<string> => {
  const lines: string[] = [];
  const child = await startChild({ ...options, onLine: (line) => lines.push(line) });
  const timer = setTimeout(() => void child.stop('SIGKILL', 1000), options.timeoutMs ?? 60_000);
  const exit = await child.exited;
  clearTimeout(timer);
  // Output may trail the exit by a turn of the event loop.
  await new Promise((done) => setImmediate(done));
  if (exit.code !== 0) {
    const how = exit.signal === null ? `exit code ${exit.code}` : exit.signal;
    throw new Error(`${options.command} failed (${how}): ${lines.slice(-8).join(' | ')}`);
  }
  return lines.join('\n');
};
