import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Options of an append-only JSON-lines file. */
export interface AppendLogOptions {
  /** true: `append` resolves only after the bytes are on disk (`fdatasync`), not merely with the kernel. */
  readonly sync: boolean;
}

/**
 * An append-only file of JSON lines with group commit: all lines that wait while one write is on its way go out in the
 * next write together, so many callers share one `fdatasync`.
 */
export class AppendLog {
  readonly #handle: FileHandle;
  readonly #sync: boolean;
  #waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #writing: Promise<void> | null = null;
  #closed = false;

  private constructor(handle: FileHandle, sync: boolean) {
    this.#handle = handle;
    this.#sync = sync;
  }

  /**
   * Opens (or creates) the file and gives back its complete lines, parsed. A torn last line, which a killed process may
   * leave behind, is cut off so that the next line does not stick to it. A line in the middle that is not JSON throws:
   * that is damage, not a crash.
   */
  static async open(path: string, options: AppendLogOptions): Promise<{ log: AppendLog; entries: unknown[] }> {
    const handle = await open(path, 'a+', 0o600);
    const content = await readFile(path);
    const end = content.lastIndexOf(0x0a) + 1;
    if (end < content.length) {
      await handle.truncate(end);
    }
    const entries: unknown[] = [];
    let from = 0;
    while (from < end) {
      const to = content.indexOf(0x0a, from);
      const line = content.toString('utf8', from, to);
      from = to + 1;
      if (line === '') {
        continue;
      }
      try {
        entries.push(JSON.parse(line));
      } catch (cause) {
        await handle.close();
        throw new Error(`${path} is damaged: line ${entries.length + 1} is not JSON`, { cause });
      }
    }
    return { log: new AppendLog(handle, options.sync), entries };
  }

  /** Writes one entry as a line; resolves when it is written (and synced, where the log was opened so). */
  append(entry: unknown): Promise<void> {
    if (this.#closed) {
      return Promise.reject(new Error('the log is closed'));
    }
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  /** Resolves when everything appended before this call is written (and synced); ignores later entries. */
  flush(): Promise<void> {
    if (this.#writing === null) {
      return Promise.resolve();
    }
    return new Promise<void>((resolve, reject) => this.#waiting.push({ line: '', resolve, reject }));
  }

  /** Empties the file. */
  async clear(): Promise<void> {
    await this.#writing;
    await this.#handle.truncate(0);
    if (this.#sync) {
      await this.#handle.datasync();
    }
  }

  /** Waits for pending writes and closes the file. */
  async close(): Promise<void> {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    await this.#writing;
    await this.#handle.close();
  }

  async #drain(): Promise<void> {
    // One turn of the loop first, so that requests that arrive together share the first write as well.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#handle.appendFile(batch.map((entry) => entry.line).join(''));
        if (this.#sync) {
          await this.#handle.datasync();
        }
        for (const entry of batch) {
          entry.resolve();
        }
      } catch (error) {
        for (const entry of batch) {
          entry.reject(error);
        }
      }
    }
    this.#writing = null;
  }
}
