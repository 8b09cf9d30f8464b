import type { AnswerOf, RouteContract, routes } from '../../../libs/contracts/src/index.ts';
import { UPLOAD_PART_BYTES } from '../../../libs/contracts/src/media/upload-rules.ts';
import type { Answer, Person } from '../../harness/src/client.ts';
import { cutOff, PATIENCE_MS } from './cut-off.ts';
import type { Upload } from './cut-off.ts';
import { NotTaken } from './upload-failure.ts';

export const UPLOAD_WAYS = ['direct', 'put', 'form', 'parts'] as const;
export type UploadWay = (typeof UPLOAD_WAYS)[number];

/** A file on its way. */
export interface SentFile {
  readonly uploadId: string;
  readonly name: string;
  readonly way: UploadWay;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly sha256: string;
}

/** Sends files as a browser would, in each way that the contract has, and hangs up where it is told to. */
export class Sender {
  private readonly person: Person;

  constructor(person: Person) {
    this.person = person;
  }

  /**
   * Sends that share of a file, 1 for all of it. A file that was sent before is gone on with, as far as its way can.
   * Gives the photo's id, or null when the connection was cut. @throws {NotTaken}, and what a broken connection throws
   */
  send(file: SentFile, share: number): Promise<string | null> {
    const ways: Record<UploadWay, () => Promise<string | null>> = {
      direct: () => this.direct(file, share),
      put: () => this.put(file, share),
      form: () => this.form(file, share),
      parts: () => this.parts(file, share),
    };
    return ways[file.way]();
  }

  private async direct(file: SentFile, share: number): Promise<string | null> {
    const form = await formBody({}, file);
    const { cookie, business } = { cookie: this.person.session ?? '', business: this.person.businessId ?? '' };
    const url = `${this.person.origin}/api/photos/direct-upload/${file.uploadId}`;
    const headers = { ...form.headers, cookie, 'x-business-id': business };
    if (share < 1) {
      return cutOff({ to: 'product', url, method: 'POST', ...form, headers }, share);
    }
    const answer = await this.person.request('POST', `/api/photos/direct-upload/${file.uploadId}`, {
      form: formOf({}, file),
    });
    return photoIn(answer);
  }

  private async put(file: SentFile, share: number): Promise<string | null> {
    const body = { uploadId: file.uploadId, fileSize: file.bytes.length };
    const { uploadURL: url } = await this.ask<typeof routes.startUpload>('POST', '/api/objects/upload', body);
    const whole = { to: 'storage', url, method: 'PUT', headers: {}, bytes: file.bytes } as const;
    if (share < 1) {
      return cutOff(whole, share);
    }
    await stored(whole);
    return this.save(url, file);
  }

  private async form(file: SentFile, share: number): Promise<string | null> {
    const query = new URLSearchParams({
      filename: file.name,
      type: 'image/jpeg',
      'metadata[uploadId]': file.uploadId,
      'metadata[fileSize]': String(file.bytes.length),
    });
    const path = `/api/uploader/s3/params?${query.toString()}`;
    const { url, fields } = await this.ask<typeof routes.uploadParameters>('GET', path);
    const whole = { to: 'storage', url, method: 'POST', ...(await formBody(fields, file)) } as const;
    if (share < 1) {
      return cutOff(whole, share);
    }
    await stored(whole);
    return this.save(`${url.replace(/\/$/, '')}/${fields['key']}`, file);
  }

  /** Only the parts that have not arrived are sent. */
  private async parts(file: SentFile, share: number): Promise<string | null> {
    const metadata = { uploadId: file.uploadId, fileSize: file.bytes.length };
    const body = { filename: file.name, type: 'image/jpeg', metadata };
    const begun = await this.ask<typeof routes.startParts>('POST', '/api/uploader/s3/multipart', body);
    const at = (rest = ''): string =>
      `/api/uploader/s3/multipart/${begun.uploadId}${rest}?key=${encodeURIComponent(begun.key)}`;
    const arrived = await this.ask<typeof routes.listParts>('GET', at());
    const parts = arrived.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    const upTo = file.bytes.length * share;
    for (let from = 0, number = 1; from < file.bytes.length; from += UPLOAD_PART_BYTES, number += 1) {
      if (parts.some(({ PartNumber }) => PartNumber === number)) {
        continue;
      }
      const bytes = file.bytes.subarray(from, from + UPLOAD_PART_BYTES);
      const { url } = await this.ask<typeof routes.signPart>('GET', at(`/${number}`));
      const part = { to: 'storage', url, method: 'PUT', headers: {}, bytes } as const;
      if (upTo < from + bytes.length) {
        return cutOff(part, Math.max(0, upTo - from) / bytes.length);
      }
      // Of a storage that lies there is none, which the web does not know either until they are joined.
      const ETag = (await stored(part)).headers.get('etag') ?? '';
      parts.push({ PartNumber: number, ETag });
    }
    const joined = await this.ask<typeof routes.joinParts>('POST', at('/complete'), { parts });
    return this.save(joined.location, file);
  }

  private async save(objectURL: string, { name }: SentFile): Promise<string> {
    return photoIn(await this.person.request('PUT', '/api/photos/upload', { body: { objectURL, originalName: name } }));
  }

  private async ask<R extends RouteContract>(method: string, path: string, body?: unknown): Promise<AnswerOf<R>> {
    return taken<R>(await this.person.request(method, path, body === undefined ? {} : { body }));
  }
}

function taken<R extends RouteContract>(answer: Answer): AnswerOf<R> {
  if (answer.status >= 400) {
    throw new NotTaken('product', answer);
  }
  return answer.body as AnswerOf<R>;
}

/** @throws {NotTaken} also when an answer does not say what the photo is, which the web does not take for success */
function photoIn(answer: Answer): string {
  const { success, photoId, photo } = taken<typeof routes.uploadPhoto | typeof routes.savePhoto>(answer);
  if (!success || photo.id !== photoId) {
    throw new NotTaken('product', answer);
  }
  return photoId;
}

function formOf(fields: Readonly<Record<string, string>>, { name, bytes }: SentFile): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    form.append(field, value);
  }
  form.append('file', new Blob([bytes], { type: 'image/jpeg' }), name);
  return form;
}

/** A form as a browser writes it, in bytes that can be cut. */
async function formBody(
  fields: Readonly<Record<string, string>>,
  file: SentFile,
): Promise<Pick<Upload, 'headers' | 'bytes'>> {
  const written = new Response(formOf(fields, file));
  return {
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
    bytes: Buffer.from(await written.arrayBuffer()),
  };
}

/** Lets storage take the whole. @throws {NotTaken} */
async function stored({ url, method, headers, bytes }: Upload): Promise<Response> {
  const answer = await fetch(url, { method, headers, body: bytes, signal: AbortSignal.timeout(PATIENCE_MS) });
  const body = await answer.text();
  if (!answer.ok) {
    throw new NotTaken('storage', { status: answer.status, body });
  }
  return answer;
}
