import { readBody, readText } from './body.ts';
import { header, headersToKeep, onlyNew, sendXml, type Call } from './call.ts';
import { StoreFailure } from './failure.ts';
import { Multipart } from './multipart.ts';
import { awsEncode } from './signature.ts';
import { document, elements, tag, unescapeXml } from './xml.ts';

export const startUpload = async (call: Call): Promise<void> => {
  const id = await new Multipart(call.bucket).create(call.key, headersToKeep(call));
  sendXml(
    call,
    document(
      'InitiateMultipartUploadResult',
      tag('Bucket', call.bucketName) + tag('Key', call.key) + tag('UploadId', id),
    ),
  );
};

export const uploadPart = async (call: Call, uploadId: string): Promise<void> => {
  const number = Number(call.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new StoreFailure('InvalidArgument', 'partNumber is from 1 to 10000.');
  }
  if (header(call, 'x-amz-copy-source') !== undefined) {
    throw new StoreFailure('NotImplemented');
  }
  const uploads = new Multipart(call.bucket);
  await uploads.check(call.key, uploadId);
  const draft = await call.bucket.draft();
  try {
    const facts = await readBody(call.request, call.verified, (piece) => draft.write(piece));
    const etag = facts.md5.toString('hex');
    await uploads.keep(call.key, uploadId, number, draft, etag);
    call.response.writeHead(200, { ETag: `"${etag}"`, 'Content-Length': '0', ...facts.checksums }).end();
  } finally {
    await draft.discard();
  }
};

export const completeUpload = async (call: Call, uploadId: string): Promise<void> => {
  const isNew = onlyNew(call);
  const xml = await readText(call.request, call.verified);
  const wanted = elements(xml, 'Part').map((part) => ({
    number: Number(elements(part, 'PartNumber')[0]),
    etag: unescapeXml(elements(part, 'ETag')[0] ?? '').replaceAll('"', ''),
  }));
  const meta = await new Multipart(call.bucket).complete(call.key, uploadId, wanted, call.now(), isNew);
  const location = `http://${header(call, 'host') ?? ''}/${call.bucketName}/${call.key.split('/').map(awsEncode).join('/')}`;
  sendXml(
    call,
    document(
      'CompleteMultipartUploadResult',
      tag('Location', location) + tag('Bucket', call.bucketName) + tag('Key', call.key) + tag('ETag', `"${meta.etag}"`),
    ),
  );
};

export const listParts = async (call: Call, uploadId: string): Promise<void> => {
  const parts = await new Multipart(call.bucket).parts(call.key, uploadId);
  const after = Number(call.query.get('part-number-marker') ?? 0);
  const limit = Math.min(1000, Number(call.query.get('max-parts') ?? 1000));
  const rest = parts.filter((part) => part.number > after);
  const page = rest.slice(0, limit);
  const body = page.map(
    (part) =>
      `<Part>${tag('PartNumber', part.number)}${tag('LastModified', new Date(part.modified).toISOString())}${tag('ETag', `"${part.etag}"`)}${tag('Size', part.size)}</Part>`,
  );
  sendXml(
    call,
    document(
      'ListPartsResult',
      tag('Bucket', call.bucketName) +
        tag('Key', call.key) +
        tag('UploadId', uploadId) +
        tag('PartNumberMarker', after) +
        tag('NextPartNumberMarker', page.at(-1)?.number ?? 0) +
        tag('MaxParts', limit) +
        tag('IsTruncated', rest.length > page.length) +
        body.join(''),
    ),
  );
};

/** Uploads in parts that were neither joined nor aborted, from behind a key on. */
export const listUploads = async (call: Call): Promise<void> => {
  const after = call.query.get('key-marker') ?? '';
  const limit = Math.min(1000, Number(call.query.get('max-uploads') ?? 1000));
  const rest = (await new Multipart(call.bucket).underWay()).filter(({ key }) => key > after);
  const page = rest.slice(0, limit);
  const entries = page.map(
    ({ key, uploadId, begun }) =>
      `<Upload>${tag('Key', key)}${tag('UploadId', uploadId)}${tag('Initiated', new Date(begun).toISOString())}</Upload>`,
  );
  sendXml(
    call,
    document(
      'ListMultipartUploadsResult',
      tag('Bucket', call.bucketName) +
        tag('KeyMarker', after) +
        tag('NextKeyMarker', page.at(-1)?.key ?? '') +
        tag('MaxUploads', limit) +
        tag('IsTruncated', rest.length > page.length) +
        entries.join(''),
    ),
  );
};
