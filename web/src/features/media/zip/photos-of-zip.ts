import {
  Unzip,
  UnzipInflate,
  UnzipPassThrough,
  type AsyncFlateStreamHandler,
  type UnzipDecoder,
  type UnzipDecoderConstructor,
  type UnzipFile,
} from 'fflate';
import { MAX_PHOTO_BYTES, uploadMessages } from '#lib/contract-data.ts';
import { isOfSystem } from '../is-of-system.ts';
import { typeOf } from '../upload-queue.ts';

/** Bytes of the zip that are read at a time: all that can be unpacked before anybody looks how much it is. */
const READ_BYTES = 64 * 1024;
/** Photos taken from one zip, and files of any kind that it may list. */
const MOST_ZIPPED_PHOTOS = 500;
const MOST_ZIPPED_FILES = 10_000;
/** Bytes that are unpacked of files that are refused, before the zip is given up. */
const MOST_WASTED_BYTES = 4 * MAX_PHOTO_BYTES;

/** A photo of a zip, or why a file of it is none, or a photo that was left where it is. */
export type Zipped = { name: string; file: File } | { name: string; refusal: string } | { name: string; isLeft: true };

/** How photos may be packed. */
const decoders: readonly UnzipDecoderConstructor[] = [UnzipInflate, UnzipPassThrough];

const notUnpacked = (name: string) => `${name} could not be unpacked.`;

/** The zip itself is broken, or larger inside than it may be. */
export class BadZip extends Error {}

/**
 * The photos of a zip, one after the other: it is read piece by piece, and of each file no more is unpacked than a photo may have, whatever
 * the zip says about itself. Photos are only counted as soon as no more are wanted.
 * @throws BadZip
 */
export async function* photosOfZip(zip: Blob, areWanted = () => true): AsyncGenerator<Zipped> {
  let ready: Zipped[] = [];
  let failure: unknown = null;
  let files = 0;
  let photos = 0;
  let wasted = 0;
  const unzip = new Unzip((entry) => {
    files += 1;
    const path = entry.name.replaceAll('\\', '/');
    const name = path.split('/').at(-1) ?? '';
    const type = typeOf({ name, type: '' });
    if (name === '' || isOfSystem(path)) {
      skip(unzip, entry); // a folder, or nothing of the person's
      return;
    }
    if (type === '') {
      ready.push({ name, refusal: uploadMessages.unsupported(name) });
      skip(unzip, entry);
      return;
    }
    photos += 1;
    if (photos > MOST_ZIPPED_PHOTOS) {
      skip(unzip, entry);
      return;
    }
    if (!areWanted()) {
      ready.push({ name, isLeft: true });
      skip(unzip, entry);
      return;
    }
    if (!decoders.some(({ compression }) => compression === entry.compression)) {
      ready.push({ name, refusal: notUnpacked(name) });
      skip(unzip, entry);
      return;
    }
    collect(entry, name, type, {
      done: (zipped) => ready.push(zipped),
      waste: (bytes) => {
        wasted += bytes;
      },
    });
  });
  decoders.forEach((decoder) => unzip.register(decoder));
  try {
    for (let from = 0; from < zip.size; from += READ_BYTES) {
      const piece = new Uint8Array(await zip.slice(from, from + READ_BYTES).arrayBuffer());
      unzip.push(piece, from + READ_BYTES >= zip.size);
      const now = ready;
      ready = [];
      yield* now;
      if (wasted > MOST_WASTED_BYTES) {
        throw new BadZip('This zip unpacks to far more than photos have. The rest of it was left out.');
      }
      if (files > MOST_ZIPPED_FILES) {
        throw new BadZip(
          `This zip has more than ${MOST_ZIPPED_FILES} files. The photos among the first of them were added.`,
        );
      }
      if (photos > MOST_ZIPPED_PHOTOS) {
        throw new BadZip(`This zip has more than ${MOST_ZIPPED_PHOTOS} photos. The first of them were added.`);
      }
    }
  } catch (error) {
    failure = error;
  }
  // What was whole before the place where the zip breaks off.
  yield* ready;
  if (failure !== null || files === 0) {
    throw failure instanceof BadZip
      ? failure
      : new BadZip('This file is not a zip that can be read, or it is not complete.', { cause: failure });
  }
}

/** Reads over a file. One that nobody takes would be held in memory, packed as it is, until the zip ends. */
function skip(unzip: Unzip, entry: UnzipFile): void {
  class Nothing implements UnzipDecoder {
    static compression = entry.compression;
    ondata: AsyncFlateStreamHandler = () => undefined;
    push(): void {
      // let go
    }
  }
  entry.ondata = () => undefined;
  unzip.register(Nothing);
  entry.start();
  decoders.forEach((decoder) => unzip.register(decoder));
}

type Collected = { done(zipped: Zipped): void; waste(bytes: number): void };

function collect(entry: UnzipFile, name: string, type: string, { done, waste }: Collected): void {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  entry.ondata = (error, part, isLast) => {
    if (error) {
      entry.ondata = () => undefined;
      done({ name, refusal: notUnpacked(name) });
      return;
    }
    bytes += part.length;
    if (bytes > MAX_PHOTO_BYTES) {
      // The rest is unpacked all the same, for whatever comes behind it.
      entry.ondata = (_error, rest) => waste(rest?.length ?? 0);
      parts.length = 0;
      waste(bytes);
      done({ name, refusal: uploadMessages.tooLarge(name) });
      return;
    }
    parts.push(new Uint8Array(part));
    if (isLast) {
      done({ name, file: new File(parts, name, { type }) });
    }
  };
  entry.start();
}
