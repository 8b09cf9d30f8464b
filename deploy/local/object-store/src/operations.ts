import { readText } from './body.ts';
import { header, sendXml, type Call } from './call.ts';
import { StoreFailure } from './failure.ts';
import { listObjects } from './list-objects.ts';
import { Multipart } from './multipart.ts';
import { copy, get, put } from './objects.ts';
import { completeUpload, listParts, listUploads, startUpload, uploadPart } from './parts.ts';
import { document, elements, tag, unescapeXml } from './xml.ts';

/** Everything that has a key in its path. */
export const handleObject = async (call: Call): Promise<void> => {
  const { query } = call;
  const uploadId = query.get('uploadId');
  switch (call.request.method) {
    case 'GET':
    case 'HEAD':
      return uploadId === null ? get(call) : listParts(call, uploadId);
    case 'PUT': {
      if (uploadId !== null) {
        return uploadPart(call, uploadId);
      }
      const source = header(call, 'x-amz-copy-source');
      return source === undefined ? put(call) : copy(call, source);
    }
    case 'POST':
      if (query.has('uploads')) {
        return startUpload(call);
      }
      if (uploadId !== null) {
        return completeUpload(call, uploadId);
      }
      throw new StoreFailure('MethodNotAllowed');
    case 'DELETE':
      if (uploadId === null) {
        await call.bucket.remove(call.key);
      } else {
        await new Multipart(call.bucket).abort(call.key, uploadId);
      }
      call.response.writeHead(204).end();
      return;
    default:
      throw new StoreFailure('MethodNotAllowed');
  }
};

const deleteMany = async (call: Call): Promise<void> => {
  const xml = await readText(call.request, call.verified);
  const keys = elements(xml, 'Object').map((entry) => unescapeXml(elements(entry, 'Key')[0] ?? ''));
  if (keys.length === 0 || keys.length > 1000) {
    throw new StoreFailure('MalformedXML');
  }
  const isQuiet = elements(xml, 'Quiet')[0] === 'true';
  const results: string[] = [];
  for (const key of keys) {
    if (call.refusesDeletion(key)) {
      const reason =
        tag('Code', 'InternalError') + tag('Message', 'We encountered an internal error. Please try again.');
      results.push(`<Error>${tag('Key', key)}${reason}</Error>`);
      continue;
    }
    await call.bucket.remove(key);
    if (!isQuiet) {
      results.push(`<Deleted>${tag('Key', key)}</Deleted>`);
    }
  }
  sendXml(call, document('DeleteResult', results.join('')));
};

/** Everything that names only the bucket. */
export const handleBucket = async (call: Call): Promise<void> => {
  switch (call.request.method) {
    case 'HEAD':
      call.response.writeHead(200, { 'x-amz-bucket-region': 'local' }).end();
      return;
    case 'PUT': // CreateBucket: the one bucket is there already
      call.response.writeHead(200, { Location: `/${call.bucketName}` }).end();
      return;
    case 'GET':
      if (call.query.has('location')) {
        return sendXml(call, document('LocationConstraint', ''));
      }
      if (call.query.has('uploads')) {
        return listUploads(call);
      }
      if (call.query.get('list-type') !== '2') {
        throw new StoreFailure('NotImplemented', 'Only ListObjectsV2 lists here.');
      }
      return listObjects(call);
    case 'POST':
      if (call.query.has('delete')) {
        return deleteMany(call);
      }
      throw new StoreFailure('MethodNotAllowed');
    default:
      throw new StoreFailure('MethodNotAllowed');
  }
};
