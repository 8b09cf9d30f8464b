import busboy from '@fastify/busboy';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Call } from './call.ts';
import { StoreFailure } from './failure.ts';
import { verifyPolicy } from './signature.ts';
import type { Credentials } from './signature.ts';

/** An upload by an HTML form: the object in the field `file`, what allows it in the fields before. */
export interface FormCall extends Pick<Call, 'request' | 'response' | 'bucket' | 'bucketName' | 'now'> {
  readonly credentials: readonly Credentials[];
}

export const isForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && (headers['content-type'] ?? '').startsWith('multipart/form-data');

/** The fields as strings and the stream of the file, once the file begins. */
const openForm = (request: IncomingMessage): Promise<{ fields: Map<string, string>; file: AsyncIterable<Buffer> }> =>
  new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const parser = busboy.default({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { files: 1, fields: 40, fieldSize: 20_000 },
    });
    parser.on('field', (name, value) => fields.set(name.toLowerCase(), value));
    parser.on('file', (name, file) => {
      if (name === 'file') {
        resolve({ fields, file });
      } else {
        file.resume();
      }
    });
    parser.once('error', reject);
    parser.once('finish', () => reject(new StoreFailure('InvalidArgument', 'POST requires one file.')));
    request.once('close', () => {
      if (!request.complete) {
        parser.destroy(new StoreFailure('IncompleteBody'));
      }
    });
    request.pipe(parser);
  });

/** Stores the file of a form whose policy is signed and holds. Throws AccessDenied, EntityTooLarge, EntityTooSmall and what signing throws. */
export const postForm = async (call: FormCall): Promise<void> => {
  const { fields, file } = await openForm(call.request);
  const { minBytes, maxBytes } = verifyPolicy(fields, call.bucketName, call.credentials, call.now());
  const key = fields.get('key') ?? '';
  const draft = await call.bucket.draft();
  try {
    const md5 = createHash('md5');
    let size = 0;
    for await (const piece of file) {
      size += piece.length;
      if (size > maxBytes) {
        throw new StoreFailure('EntityTooLarge');
      }
      md5.update(piece);
      await draft.write(piece);
    }
    if (size < minBytes) {
      throw new StoreFailure('EntityTooSmall');
    }
    const etag = md5.digest('hex');
    const type = fields.get('content-type') ?? 'application/octet-stream';
    const meta = { key, size, etag, modified: call.now(), headers: { 'content-type': type } };
    await call.bucket.publish(draft, meta, false);
    call.response.writeHead(204, { ETag: `"${etag}"` }).end();
  } finally {
    await draft.discard();
  }
};
