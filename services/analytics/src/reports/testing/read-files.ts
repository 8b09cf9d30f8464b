import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const opened = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer);

/** What a person reads in a PDF, page by page, and what it says of itself. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: string[]; about: Record<string, unknown> }> {
  // What reads it takes the bytes away from their owner.
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text: pages } = await extractText(document, { mergePages: false });
  const { info } = await document.getMetadata();
  return { pages, about: info as Record<string, unknown> };
}

/** What the pictures of the first page show. */
export async function picturesOfPdf(bytes: Uint8Array): Promise<{ width: number; height: number; data: Uint8Array }[]> {
  const pictures = await extractImages(await getDocumentProxy(new Uint8Array(bytes)), 1);
  return pictures.map(({ width, height, data }) => ({ width, height, data: new Uint8Array(data) }));
}

/** Everything in a PDF as it is stored, its compressed parts unpacked, and what is written there in hexadecimal as text. */
export function insideOfPdf(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = '']) =>
    inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'),
  );
  const stored = [raw, ...streams].join('\n');
  return [stored, ...[...stored.matchAll(/<([0-9A-Fa-f\s]+)>/g)].map(([, digits = '']) => textOfHex(digits))].join(
    '\n',
  );
}

/** A string of a PDF in hexadecimal: in UTF-16 after its mark, else a byte per letter. */
function textOfHex(digits: string): string {
  const bytes = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  return isWide ? new TextDecoder('utf-16be').decode(bytes.subarray(2)) : bytes.toString('latin1');
}

/** The files of a zip, by name. */
export async function unzipped(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const zip = await opened(Buffer.from(bytes), { lazyEntries: true });
  const files = new Map<string, string>();
  const read = promisify(
    zip.openReadStream.bind(zip) as (entry: Entry, done: (e: Error | null, s: NodeJS.ReadableStream) => void) => void,
  );
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      read(entry)
        .then(text)
        .then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
    });
    zip.on('end', resolve);
    zip.on('error', reject);
    zip.readEntry();
  });
  return files;
}
