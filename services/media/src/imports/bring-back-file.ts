import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AppError, bringBackRpc, BusinessInput, captionsRpc, CaptionVoice } from '@postloom/contracts';
import type { BroughtBack, ExportCounts, ExportKind, ImportFinding } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { PhotosRepository } from '../photos/index.ts';
import { PictureTooSlow } from '../pictures/index.ts';
import { BringBackAlbum } from './bring-back-album.ts';
import { BringBackPhoto, uploadOf } from './bring-back-photo.ts';
import type { ImportJob, ImportResult } from './import-job.ts';
import { newId } from './new-id.ts';
import { readRows } from './read-rows.ts';
import type { RowsRead } from './read-rows.ts';
import type { ZipArchive } from './zip/zip-archive.ts';

/** Rows that another service takes at once, and their bytes: a message has at most 1 MB. */
const PART = { rows: 50, bytes: 512 * 1_024 };

/** A photo that took too long this often is left out, so that those behind it come back. */
const MOST_SLOW_TRIES = 5;
const TOO_SLOW =
  'This photo took too long to read, several times. Please upload it by itself, or a smaller copy of it.';

type Kind = ExportKind & keyof ExportCounts;

/** Where the rows of a file come back into. */
export interface FileComingBack {
  readonly file: string;
  readonly businessId: string;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** A sign of life, before each thing that takes its time. */
  readonly keep: () => Promise<void>;
  /** A photo took too long once more; how often it has by now. */
  readonly countSlow: (photoId: string) => Promise<number>;
}

/**
 * Brings back the rows of one file. Whatever it is repeated with finds what is here already, since every id follows from the one it had and
 * from the business; so a process that dies costs the rest of a file.
 */
@Injectable()
export class BringBackFile {
  constructor(
    private readonly rpc: Rpc,
    private readonly uow: Uow,
    private readonly photosRepository: PhotosRepository,
    private readonly bringBackAlbum: BringBackAlbum,
    private readonly bringBackPhoto: BringBackPhoto,
  ) {}

  async business(job: ImportJob, zip: ZipArchive, { file, businessId }: FileComingBack): Promise<ImportResult> {
    const read = await readRows(zip, 'business', file);
    const [first] = read.rows;
    const profile = BusinessInput.safeParse(first === undefined ? null : profileOf(first.row));
    if (first === undefined || !profile.success) {
      const what = read.refused[0]?.why ?? profile.error?.issues[0]?.message ?? 'This business is not complete.';
      return { counts: {}, leftOut: 1, findings: [{ file, line: 1, what }] };
    }
    const caller = this.callerOf(job, businessId);
    await this.rpc.call(bringBackRpc.business, { id: businessId, profile: profile.data }, caller);
    const { aiProvider, failover, captionVoice } = first.row;
    await this.giveVoice(caller, captionVoice);
    const isWritten = await this.chooseProvider(caller, aiProvider, failover);
    const what = `Its captions were written by ${aiProvider}, which is not set up here.`;
    return { counts: { businesses: 1 }, leftOut: 0, findings: isWritten ? [] : [{ file, line: 1, what }] };
  }

  async albums(_job: ImportJob, zip: ZipArchive, { file, businessId }: FileComingBack): Promise<ImportResult> {
    const read = await readRows(zip, 'albums', file);
    return this.each('albums', file, read, ({ row }) =>
      this.bringBackAlbum.execute(
        businessId,
        newId(businessId, row.id),
        row.parentId ? newId(businessId, row.parentId) : null,
        row,
      ),
    );
  }

  async photos(job: ImportJob, zip: ZipArchive, into: FileComingBack): Promise<ImportResult> {
    const { file, businessId, signal, keep, countSlow } = into;
    const read = await readRows(zip, 'photos', file);
    return this.each('photos', file, read, async ({ row }) => {
      await keep();
      const albumId = row.albumId && newId(businessId, row.albumId);
      try {
        return await this.bringBackPhoto.execute(zip, { businessId, payerId: job.user_id, albumId, row }, signal);
      } catch (error) {
        if (error instanceof PictureTooSlow && (await countSlow(row.id)) >= MOST_SLOW_TRIES) {
          return TOO_SLOW;
        }
        throw error;
      }
    });
  }

  async posts(job: ImportJob, zip: ZipArchive, into: FileComingBack): Promise<ImportResult> {
    const { file, businessId } = into;
    const read = await readRows(zip, 'posts', file);
    const named = read.rows.flatMap(({ row }) => [
      ...row.photoIds,
      ...Object.values(row.photoIdsByPlatform ?? {}).flat(),
    ]);
    const photos = await this.photosHere(businessId, named);
    // The id of a photo that did not come back is nobody's: scheduling says that it is not here.
    const photoId = (id: string) => photos.get(uploadOf(id)) ?? newId(businessId, id);
    const rows = read.rows.map(({ row }) => ({
      ...row,
      id: newId(businessId, row.id),
      photoId: row.photoId && photoId(row.photoId),
      photoIds: row.photoIds.map(photoId),
      photoIdsByPlatform:
        row.photoIdsByPlatform &&
        Object.fromEntries(Object.entries(row.photoIdsByPlatform).map(([one, ids]) => [one, ids.map(photoId)])),
    }));
    return this.asked('posts', into, read, rows, (posts) =>
      this.rpc.call(bringBackRpc.posts, { posts }, this.callerOf(job, businessId)),
    );
  }

  async schedules(job: ImportJob, zip: ZipArchive, into: FileComingBack): Promise<ImportResult> {
    const { file, businessId } = into;
    const read = await readRows(zip, 'schedules', file);
    const rows = read.rows.map(({ row: { upcoming: _upcoming, ...row } }) => ({
      ...{ ...row, id: newId(businessId, row.id), usedPhotoIds: [] },
      albumId: row.albumId && newId(businessId, row.albumId),
    }));
    return this.asked('schedules', into, read, rows, (schedules) =>
      this.rpc.call(bringBackRpc.schedules, { schedules }, this.callerOf(job, businessId)),
    );
  }

  async captions(job: ImportJob, zip: ZipArchive, into: FileComingBack): Promise<ImportResult> {
    const { file, businessId } = into;
    const read = await readRows(zip, 'captions', file);
    const photos = await this.photosHere(
      businessId,
      read.rows.flatMap(({ row }) => row.photoId ?? []),
    );
    const rows = read.rows.map(({ row }) => ({
      ...{ ...row, id: newId(businessId, row.id) },
      photoId: (row.photoId && photos.get(uploadOf(row.photoId))) ?? null,
    }));
    return this.asked('captions', into, read, rows, (captions) =>
      this.rpc.call(bringBackRpc.captions, { captions }, this.callerOf(job, businessId)),
    );
  }

  private photosHere(businessId: string, oldIds: readonly string[]): Promise<Map<string, string>> {
    const uploads = [...new Set(oldIds)].map(uploadOf);
    return this.uow.run(
      Scope.business(businessId),
      (tx) => this.photosRepository.idsByUpload(tx, businessId, uploads),
      { readOnly: true },
    );
  }

  private async chooseProvider(
    caller: Caller,
    provider: 'openai' | 'anthropic' | 'grok',
    failover: boolean,
  ): Promise<boolean> {
    const others = failover ? { failover } : {};
    try {
      await this.rpc.call(captionsRpc.aiSettingsSet, { provider, ...others }, caller);
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider_not_configured')) {
        throw error;
      }
    }
    if (failover) {
      await this.rpc.call(captionsRpc.aiSettingsSet, { failover }, caller);
    }
    return false;
  }

  /** A voice that was saved since the business came back stays. */
  private async giveVoice(caller: Caller, voice: CaptionVoice): Promise<void> {
    if (isDeepStrictEqual(await this.rpc.call(captionsRpc.voiceGet, {}, caller), CaptionVoice.parse({}))) {
      await this.rpc.call(captionsRpc.voiceSet, voice, caller);
    }
  }

  private async each<K extends Kind>(
    kind: K,
    file: string,
    read: RowsRead<K>,
    bringBack: (one: RowsRead<K>['rows'][number]) => Promise<string | null>,
  ): Promise<ImportResult> {
    const findings = refused(file, read);
    let made = 0;
    for (const one of read.rows) {
      const why = await bringBack(one);
      if (why === null) {
        made += 1;
      } else {
        findings.push({ file, line: one.line, what: why });
      }
    }
    return { counts: { [kind]: made }, leftOut: findings.length, findings };
  }

  private async asked<K extends Kind, R extends { readonly id: string }>(
    kind: K,
    { file, keep }: FileComingBack,
    read: RowsRead<K>,
    rows: R[],
    ask: (part: R[]) => Promise<BroughtBack[]>,
  ): Promise<ImportResult> {
    const findings = refused(file, read);
    const lines = new Map(rows.map(({ id }, index) => [id, read.rows[index]?.line ?? null]));
    let leftOut = findings.length;
    let made = 0;
    for (const part of partsOf(rows)) {
      await keep();
      for (const { id, outcome, note } of await ask(part)) {
        made += outcome === 'left_out' ? 0 : 1;
        leftOut += outcome === 'left_out' ? 1 : 0;
        if (note !== null) {
          findings.push({ file, line: lines.get(id) ?? null, what: note });
        }
      }
    }
    return { counts: { [kind]: made }, leftOut, findings };
  }

  private callerOf({ user_id: userId }: ImportJob, businessId: string): Caller {
    return { ...this.rpc.systemCaller('media'), userId, businessId, payerId: userId, role: 'owner' };
  }
}

function* partsOf<R>(rows: readonly R[]): Generator<R[]> {
  let part: R[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (part.length === PART.rows || (part.length > 0 && bytes + size > PART.bytes)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) {
    yield part;
  }
}

function refused<K extends ExportKind>(file: string, read: RowsRead<K>): ImportFinding[] {
  return read.refused.map(({ line, why }) => ({ file, line, what: why }));
}

/** The fields of the form; the rest of a row is what the product made of it. */
function profileOf(row: object): object {
  const form = new Set(Object.keys(BusinessInput.shape));
  return Object.fromEntries(Object.entries(row).filter(([name]) => form.has(name)));
}
