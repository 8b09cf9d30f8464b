import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measured } from './measure.ts';

/** The bytes that were published or uploaded, one file per SHA-256, so the page can show them. */
export class MediaStore {
  readonly #dir: string;
  readonly #known = new Set<string>();
  #temporary = 0;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(dataDir: string): Promise<MediaStore> {
    const dir = join(dataDir, 'media');
    await mkdir(dir, { recursive: true });
    return new MediaStore(dir);
  }

  /** Stores the bytes, once however often they come. */
  async keep(measured: Measured, bytes: Buffer): Promise<void> {
    if (this.#known.has(measured.sha256)) {
      return;
    }
    this.#temporary += 1;
    const temporary = join(this.#dir, `.${this.#temporary}.part`);
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, join(this.#dir, measured.sha256));
    this.#known.add(measured.sha256);
  }

  /** The bytes of that hash, or null. */
  async read(sha256: string): Promise<Buffer | null> {
    if (!/^[0-9a-f]{64}$/.test(sha256)) {
      return null;
    }
    try {
      return await readFile(join(this.#dir, sha256));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return null;
      }
      throw error;
    }
  }

  async clear(): Promise<void> {
    this.#known.clear();
    await rm(this.#dir, { recursive: true, force: true });
    await mkdir(this.#dir, { recursive: true });
  }
}
