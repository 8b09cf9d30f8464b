import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { spend } from '../../../../libs/chassis/src/spent-bytes.ts';
import { StoreFailure } from './failure.ts';

/** What is kept about an object beside its bytes. */
export interface ObjectMeta {
  readonly key: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Content-Type, Cache-Control, Content-Disposition, x-amz-meta-… as they are answered. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An open object: the handle stays valid while another one takes its name. */
export interface OpenObject {
  readonly meta: ObjectMeta;
  readonly file: FileHandle;
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Where an object lives. Every segment of the key is percent-encoded and marked: `.d` folders, `.o` files, `.p` pieces
 * of a segment too long for a file name. So no key can name `..`, and `a` and `a/b` can exist side by side.
 */
export const pathOfKey = (key: string): string => {
  if (Buffer.byteLength(key) > 1024) {
    throw new StoreFailure('KeyTooLongError');
  }
  if (key === '' || key.includes('\0') || !key.isWellFormed()) {
    throw new StoreFailure('InvalidArgument', 'The key is not usable.');
  }
  const segments = key.split('/').map(encodeURIComponent);
  return segments
    .map((segment, index) => {
      const pieces = segment.match(/.{1,200}/g) ?? [''];
      const last = pieces.pop() ?? '';
      return [...pieces.map((piece) => `${piece}.p`), `${last}${index === segments.length - 1 ? '.o' : '.d'}`].join(
        '/',
      );
    })
    .join('/');
};

/** The trailer at a file's end: metadata as JSON, its length in 4 bytes, a mark of 4 bytes. */
const mark = Buffer.from('PLO1');

const readMeta = async (file: FileHandle): Promise<ObjectMeta> => {
  const { size } = await file.stat();
  const tail = Buffer.alloc(8);
  await file.read(tail, 0, 8, size - 8);
  if (!tail.subarray(4).equals(mark)) {
    throw new StoreFailure('InternalError', 'An object file is damaged.');
  }
  const length = tail.readUInt32BE(0);
  const json = Buffer.alloc(length);
  await file.read(json, 0, length, size - 8 - length);
  return JSON.parse(json.toString('utf8')) as ObjectMeta;
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Bytes that are written at once: they come from the network in pieces of 64 KB. */
const WRITE_BYTES = 512 * 1024;

/** A file being written; nobody sees it before `publish`. */
export class Draft {
  readonly path: string;
  private readonly file: FileHandle;
  private closed = false;
  private held: Buffer[] = [];
  private heldBytes = 0;

  constructor(path: string, file: FileHandle) {
    this.path = path;
    this.file = file;
  }

  /** Spends the piece: nobody else may hold it. */
  async write(piece: Buffer): Promise<void> {
    this.held.push(piece);
    this.heldBytes += piece.length;
    if (this.heldBytes >= WRITE_BYTES) {
      await this.flush();
    }
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.held);
    spend(...this.held);
    this.held = [];
    this.heldBytes = 0;
    await this.file.appendFile(bytes);
    spend(bytes);
  }

  /** Syncs to disk and closes. */
  async seal(): Promise<void> {
    await this.flush();
    await this.file.sync();
    await this.file.close();
    this.closed = true;
  }

  /** Removes what was written so far. Harmless after `publish`. */
  async discard(): Promise<void> {
    if (!this.closed) {
      await this.file.close();
    }
    this.closed = true;
    await rm(this.path, { force: true });
  }
}

/** One bucket as a folder. Writes are complete or absent: temporary file, fsync, rename, fsync of the folder. */
export class Bucket {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  private get objects(): string {
    return join(this.root, 'objects');
  }

  get uploads(): string {
    return join(this.root, 'uploads');
  }

  /** Makes the folders and removes what a crash left half-written. */
  async prepare(): Promise<void> {
    await rm(join(this.root, 'tmp'), { recursive: true, force: true });
    for (const folder of [this.objects, this.uploads, join(this.root, 'tmp')]) {
      await mkdir(folder, { recursive: true });
    }
  }

  async draft(): Promise<Draft> {
    const path = join(this.root, 'tmp', randomBytes(12).toString('hex'));
    return new Draft(path, await open(path, 'wx'));
  }

  /**
   * Gives a draft its name. With `onlyNew` the name must be free: two writers at once can't both win.
   * Throws PreconditionFailed.
   */
  async publish(draft: Draft, meta: ObjectMeta, onlyNew: boolean): Promise<void> {
    const target = join(this.objects, pathOfKey(meta.key));
    const json = Buffer.from(JSON.stringify(meta));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(json.length);
    await draft.write(Buffer.concat([json, length, mark]));
    await draft.seal();
    for (let attempt = 0; ; attempt += 1) {
      await mkdir(dirname(target), { recursive: true });
      try {
        if (onlyNew) {
          await link(draft.path, target);
        } else {
          await rename(draft.path, target);
        }
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
          throw new StoreFailure('PreconditionFailed');
        }
        // A delete at the same moment may take the emptied folder away.
        if (!isMissing(error) || attempt >= 5) {
          throw error;
        }
      }
    }
    await syncFolder(dirname(target));
  }

  /** Opens an object; the caller closes it. Throws NoSuchKey. */
  async open(key: string): Promise<OpenObject> {
    let file: FileHandle;
    try {
      file = await open(join(this.objects, pathOfKey(key)), 'r');
    } catch (error) {
      if (isMissing(error)) {
        throw new StoreFailure('NoSuchKey');
      }
      throw error;
    }
    try {
      return { file, meta: await readMeta(file) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Makes an object older, for runs in which days have to pass. In place, so that one that is deleted at the same moment stays deleted. */
  async backdate(key: string, milliseconds: number): Promise<void> {
    const file = await open(join(this.objects, pathOfKey(key)), 'r+').catch((error: unknown) => {
      if (isMissing(error)) {
        return null;
      }
      throw error;
    });
    if (file === null) {
      return;
    }
    try {
      const meta = await readMeta(file);
      const older = Buffer.from(JSON.stringify({ ...meta, modified: meta.modified - milliseconds }));
      if (older.length !== Buffer.byteLength(JSON.stringify(meta))) {
        throw new Error('So old a date would not take the place of the one before.');
      }
      const { size } = await file.stat();
      await file.write(older, 0, older.length, size - 8 - older.length);
    } finally {
      await file.close();
    }
  }

  /** Deleting what is not there is fine, as in S3. */
  async remove(key: string): Promise<void> {
    const path = join(this.objects, pathOfKey(key));
    await rm(path, { force: true }).catch((error: unknown) => {
      if (!isMissing(error)) {
        throw error;
      }
    });
    for (let folder = dirname(path); folder !== this.objects; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return; // not empty, or already gone
      }
    }
  }

  /** All keys that start with `prefix`, in the order of their UTF-8 bytes. */
  async keys(prefix: string): Promise<string[]> {
    const found: string[] = [];
    // `before` stays percent-encoded: a piece of a long segment may end in the middle of a character.
    const walk = async (folder: string, before: string): Promise<void> => {
      const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
        if (isMissing(error)) {
          return [];
        }
        throw error;
      });
      for (const entry of entries) {
        const path = before + entry.name.slice(0, -2);
        if (entry.name.endsWith('.o')) {
          found.push(decodeURIComponent(path));
        } else {
          await walk(join(folder, entry.name), entry.name.endsWith('.d') ? `${path}/` : path);
        }
      }
    };
    const wanted = prefix.split('/').slice(0, -1);
    const start = wanted.every((segment) => encodeURIComponent(segment).length <= 200)
      ? wanted.map((segment) => `${encodeURIComponent(segment)}.d`).join('/')
      : '';
    await walk(join(this.objects, start), start === '' ? '' : `${wanted.map(encodeURIComponent).join('/')}/`);
    return found.filter((key) => key.startsWith(prefix)).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  /** True when the bucket's folder can be used. */
  async isReady(): Promise<boolean> {
    return (await stat(this.objects)).isDirectory();
  }
}

/** ETag of a multipart object: MD5 over the parts' MD5s, a dash, the number of parts. */
export const multipartEtag = (partMd5s: readonly string[]): string => {
  const hash = createHash('md5');
  for (const md5 of partMd5s) {
    hash.update(Buffer.from(md5, 'hex'));
  }
  return `${hash.digest('hex')}-${partMd5s.length}`;
};
