import type { Readable } from 'node:stream';
import { AppError } from '@postloom/contracts';
import { Entry, fromRandomAccessReaderPromise } from 'yauzl';
import type { ZipFile } from 'yauzl';
import { limits } from '../limits.ts';
import { CONTROL } from '../plain-words.ts';
import { BadZip } from './bad-zip.ts';
import { RangeReader } from './range-reader.ts';
import type { OpenRange } from './range-reader.ts';

/** What is held of an entry: a zip has hundreds of thousands of them. */
type Place = Pick<
  Entry,
  'compressionMethod' | 'compressedSize' | 'uncompressedSize' | 'relativeOffsetOfLocalHeader' | 'generalPurposeBitFlag'
>;

const NO_ZIP = 'This file is not a complete zip of an export. Please upload the zip as you downloaded it.';
const TOO_MANY = 'This zip has more files than an export can have.';
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;
const STORED = 0;
const DEFLATED = 8;

/**
 * A zip of a stranger, read through its directory. Names that lead elsewhere, twice the same name, links, encryption, and more files than an
 * export has are refused before anything is unpacked; an entry never gives more bytes than its directory says.
 */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly places: ReadonlyMap<string, Place>,
  ) {}

  /** @throws BadZip; AppError when storage is away */
  static async open(range: OpenRange, bytes: number): Promise<ZipArchive> {
    try {
      const zip = await fromRandomAccessReaderPromise(new RangeReader(range, bytes), bytes, {
        ...{ autoClose: false, strictFileNames: true },
      });
      return new ZipArchive(zip, await placesOf(zip));
    } catch (error) {
      throw isOfZip(error) ? new BadZip(NO_ZIP, { cause: error }) : error;
    }
  }

  get files(): number {
    return this.places.size;
  }

  /** Bytes of a file, unpacked; undefined: there is no such file. */
  sizeOf(name: string): number | undefined {
    return this.places.get(name)?.uncompressedSize;
  }

  /** The bytes of a file. @throws BadZip, also in the middle, when it is not what its directory says */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const place = this.places.get(name);
    if (place === undefined) {
      throw new BadZip(`The zip has no file ${name}.`);
    }
    try {
      const stream: Readable = await this.zip.openReadStreamPromise(Object.assign(new Entry(), place));
      yield* stream;
    } catch (error) {
      throw isOfZip(error) ? new BadZip(`The file ${name} is damaged.`, { cause: error }) : error;
    }
  }

  /** A whole small file. @throws BadZip when it is larger than `most`, missing or damaged */
  async whole(name: string, most: number): Promise<Buffer> {
    this.refuseLarger(name, most);
    const chunks: Buffer[] = [];
    for await (const chunk of this.bytes(name)) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /** The lines of a file that need not fit into memory. @throws BadZip for more bytes than `most`, or a line that is longer than `longest` */
  async *lines(name: string, most: number, longest: number): AsyncGenerator<string> {
    this.refuseLarger(name, most);
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.bytes(name)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longest) {
        throw new BadZip(`The file ${name} has a line that is longer than any of an export.`);
      }
      yield* lines;
    }
    yield rest + decoder.decode();
  }

  close(): void {
    this.zip.close();
  }

  private refuseLarger(name: string, most: number): void {
    if ((this.sizeOf(name) ?? 0) > most) {
      throw new BadZip(`The file ${name} is larger than any of an export.`);
    }
  }
}

async function placesOf(zip: ZipFile): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  if (zip.entryCount > limits.entries) {
    throw new BadZip(TOO_MANY);
  }
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    const problem = bytes > limits.directory ? TOO_MANY : problemOf(entry, places);
    if (problem !== null) {
      throw new BadZip(problem);
    }
    const { fileName, compressionMethod, compressedSize, uncompressedSize } = entry;
    const { relativeOffsetOfLocalHeader, generalPurposeBitFlag } = entry;
    places.set(fileName, {
      ...{ compressionMethod, compressedSize, uncompressedSize },
      ...{ relativeOffsetOfLocalHeader, generalPurposeBitFlag },
    });
  }
  return places;
}

function problemOf(entry: Entry, known: ReadonlyMap<string, Place>): string | null {
  const { fileName, externalFileAttributes, compressionMethod } = entry;
  if (known.has(fileName)) {
    return `The zip has two files of the name ${fileName}.`;
  }
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK || fileName.endsWith('/')) {
    return 'The zip has links or empty folders, which no export has.';
  }
  if (CONTROL.test(fileName)) {
    return 'The zip has a file name that no export has.';
  }
  const isPlain = compressionMethod === STORED || compressionMethod === DEFLATED;
  return isPlain && !entry.isEncrypted() ? null : 'The zip is encrypted or packed in a way that no export is.';
}

/** Storage that is away says so by an AppError: what it holds is not judged by that. */
function isOfZip(error: unknown): boolean {
  return !(error instanceof BadZip) && !(error instanceof AppError);
}
