import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreFailure } from './failure.ts';
import { multipartEtag, type Bucket, type Draft, type ObjectMeta } from './storage.ts';

/** One uploaded part, as ListParts reports it. */
export interface Part {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
  readonly modified: number;
}

const smallestPart = 5 * 1024 * 1024;

/** Uploads in parts. Every upload is a folder: `upload.json` and one file `<number>-<md5>` per part. */
export class Multipart {
  private readonly bucket: Bucket;

  constructor(bucket: Bucket) {
    this.bucket = bucket;
  }

  /** Starts an upload and gives its id. */
  async create(key: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const uploadId = randomBytes(16).toString('hex');
    const folder = join(this.bucket.uploads, uploadId);
    await mkdir(folder);
    await writeFile(join(folder, 'upload.json'), JSON.stringify({ key, headers }));
    return uploadId;
  }

  private async folder(key: string, uploadId: string): Promise<{ path: string; headers: Record<string, string> }> {
    if (!/^[0-9a-f]{32}$/.test(uploadId)) {
      throw new StoreFailure('NoSuchUpload');
    }
    const path = join(this.bucket.uploads, uploadId);
    let text: string;
    try {
      text = await readFile(join(path, 'upload.json'), 'utf8');
    } catch {
      throw new StoreFailure('NoSuchUpload');
    }
    const upload = JSON.parse(text) as { key: string; headers: Record<string, string> };
    if (upload.key !== key) {
      throw new StoreFailure('NoSuchUpload');
    }
    return { path, headers: upload.headers };
  }

  /** Throws NoSuchUpload before a byte of the body is read. */
  async check(key: string, uploadId: string): Promise<void> {
    await this.folder(key, uploadId);
  }

  /** Keeps a part; a part sent again replaces the earlier one. */
  async keep(key: string, uploadId: string, number: number, draft: Draft, md5: string): Promise<void> {
    const { path } = await this.folder(key, uploadId);
    await draft.seal();
    const before = await readdir(path);
    await rename(draft.path, join(path, `${number}-${md5}`));
    for (const name of before) {
      if (name.startsWith(`${number}-`) && name !== `${number}-${md5}`) {
        await rm(join(path, name), { force: true });
      }
    }
  }

  /** The parts so far, by number. */
  async parts(key: string, uploadId: string): Promise<Part[]> {
    const { path } = await this.folder(key, uploadId);
    const names = (await readdir(path)).filter((name) => /^\d+-[0-9a-f]{32}$/.test(name));
    const parts = await Promise.all(
      names.map(async (name) => {
        const [number = '', etag = ''] = name.split('-');
        const { size, mtimeMs } = await stat(join(path, name));
        return { number: Number(number), etag, size, modified: mtimeMs };
      }),
    );
    return parts.sort((a, b) => a.number - b.number);
  }

  /** Joins the named parts into one object. Throws InvalidPart, InvalidPartOrder, EntityTooSmall. */
  async complete(
    key: string,
    uploadId: string,
    wanted: readonly { number: number; etag: string }[],
    now: number,
    onlyNew: boolean,
  ): Promise<ObjectMeta> {
    const { path, headers } = await this.folder(key, uploadId);
    const present = await this.parts(key, uploadId);
    if (wanted.length === 0) {
      throw new StoreFailure('MalformedXML');
    }
    const chosen = wanted.map(({ number, etag }, index) => {
      const before = wanted[index - 1];
      if (before !== undefined && before.number >= number) {
        throw new StoreFailure('InvalidPartOrder');
      }
      const part = present.find((candidate) => candidate.number === number && candidate.etag === etag);
      if (part === undefined) {
        throw new StoreFailure('InvalidPart');
      }
      if (part.size < smallestPart && index < wanted.length - 1) {
        throw new StoreFailure('EntityTooSmall');
      }
      return part;
    });
    const draft = await this.bucket.draft();
    try {
      for (const part of chosen) {
        const file = await open(join(path, `${part.number}-${part.etag}`), 'r');
        for await (const piece of file.createReadStream()) {
          await draft.write(piece as Buffer);
        }
      }
      const meta: ObjectMeta = {
        key,
        size: chosen.reduce((sum, part) => sum + part.size, 0),
        etag: multipartEtag(chosen.map((part) => part.etag)),
        modified: now,
        headers,
      };
      await this.bucket.publish(draft, meta, onlyNew);
      await rm(path, { recursive: true, force: true });
      return meta;
    } finally {
      await draft.discard();
    }
  }

  /** All uploads that wait for more parts, by their keys. */
  async underWay(): Promise<{ key: string; uploadId: string; begun: number }[]> {
    const found = await Promise.all(
      (await readdir(this.bucket.uploads)).map(async (uploadId) => {
        const path = join(this.bucket.uploads, uploadId, 'upload.json');
        try {
          const { key } = JSON.parse(await readFile(path, 'utf8')) as { key: string };
          return [{ key, uploadId, begun: (await stat(path)).mtimeMs }];
        } catch {
          return []; // ended meanwhile
        }
      }),
    );
    return found.flat().sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  /** Forgets an upload and its parts. */
  async abort(key: string, uploadId: string): Promise<void> {
    const { path } = await this.folder(key, uploadId);
    await rm(path, { recursive: true, force: true });
  }
}
