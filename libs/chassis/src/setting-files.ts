import { readFileSync, statSync } from 'node:fs';

/** Files are looked at when a setting is used, and not more often than this. */
const LOOK_EVERY_MS = 1_000;
/** A mounted set of secrets is replaced as a whole; one that changes while it is read is read again, so often at most. */
const READINGS = 3;

interface Kept {
  /** The setting that it holds, for messages. */
  readonly setting: string;
  readonly text: string;
  /** Changes with the file: time, size and identity. Undefined while it is away. */
  readonly mark: string | undefined;
}

/**
 * The files that settings were read from, and what is in them now. All of them change together: a pair of keys in two files is never
 * the old one of the first and the new one of the second. What disappears or is emptied keeps its last content.
 */
export class SettingFiles {
  private readonly kept = new Map<string, Kept>();
  private readonly listeners = new Set<(settings: readonly string[]) => void>();
  private lookedAt = 0;
  private changes = 0;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  /** The content without its last line break. @throws {NodeJS.ErrnoException} when it was never readable */
  read(path: string, setting: string): string {
    const known = this.kept.get(path);
    if (known !== undefined) {
      return known.text;
    }
    const mark = markOf(path);
    const text = contentOf(path);
    this.kept.set(path, { setting, text, mark });
    return text;
  }

  /** Counts the changes that were found so far. */
  version(): number {
    if (this.kept.size > 0 && this.monotonicMs() - this.lookedAt >= LOOK_EVERY_MS) {
      this.look();
    }
    return this.changes;
  }

  /** Looks at every file now. */
  look(): void {
    this.lookedAt = this.monotonicMs();
    const changed = this.readChanged();
    if (changed.length === 0) {
      return;
    }
    this.changes += 1;
    for (const listener of this.listeners) {
      queueMicrotask(() => listener(changed));
    }
  }

  /** Calls `listener` with the names of the settings whose files have changed; the returned function ends it. */
  whenChanged(listener: (settings: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** For tests, which begin with other files. */
  forget(): void {
    this.kept.clear();
    this.changes += 1;
  }

  private readChanged(): string[] {
    const changed = new Set<string>();
    for (let reading = 0; reading < READINGS; reading += 1) {
      const moved = [...this.kept].filter(([path, { mark }]) => markOf(path) !== mark);
      if (moved.length === 0) {
        break;
      }
      for (const [path, known] of moved) {
        const mark = markOf(path);
        const text = (mark && contentOf(path, known.text)) || known.text;
        this.kept.set(path, { ...known, text, mark });
        if (text !== known.text) {
          changed.add(known.setting);
        }
      }
    }
    return [...changed];
  }
}

/** Symbolic links are followed: that is how Kubernetes replaces mounted secrets. */
function markOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
}

/** @param usual what counts when it has just gone; without it, a file that cannot be read is an error */
function contentOf(path: string, usual?: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (usual === undefined) {
      throw error;
    }
    return usual;
  }
}
