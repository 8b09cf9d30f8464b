import { sendXml, type Call } from './call.ts';
import { StoreFailure } from './failure.ts';
import { awsEncode } from './signature.ts';
import { document, tag } from './xml.ts';

export const listObjects = async (call: Call): Promise<void> => {
  const { query } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = Math.min(1000, Math.max(0, Number(query.get('max-keys') ?? 1000) || 0));
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString('utf8');
  const show = (text: string): string =>
    query.get('encoding-type') === 'url' ? text.split('/').map(awsEncode).join('/') : text;
  const isAfter = (text: string): boolean => Buffer.compare(Buffer.from(text), Buffer.from(after)) > 0;

  const names: { name: string; isPrefix: boolean }[] = [];
  for (const key of await call.bucket.keys(prefix)) {
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? key : key.slice(0, cut + delimiter.length);
    if (names.at(-1)?.name !== name && isAfter(name)) {
      names.push({ name, isPrefix: cut >= 0 });
    }
  }
  const page = names.slice(0, limit);
  const isTruncated = names.length > page.length;
  const entries: string[] = [];
  let count = 0;
  for (const { name, isPrefix } of page) {
    if (isPrefix) {
      entries.push(`<CommonPrefixes>${tag('Prefix', show(name))}</CommonPrefixes>`);
      count += 1;
      continue;
    }
    const opened = await call.bucket.open(name).catch((error: unknown) => {
      if (error instanceof StoreFailure && error.code === 'NoSuchKey') {
        return undefined;
      } // deleted meanwhile
      throw error;
    });
    if (opened === undefined) {
      continue;
    }
    await opened.file.close();
    count += 1;
    entries.push(
      `<Contents>${tag('Key', show(name))}${tag('LastModified', new Date(opened.meta.modified).toISOString())}${tag('ETag', `"${opened.meta.etag}"`)}${tag('Size', opened.meta.size)}${tag('StorageClass', 'STANDARD')}</Contents>`,
    );
  }
  const last = page.at(-1)?.name;
  sendXml(
    call,
    document(
      'ListBucketResult',
      [
        tag('Name', call.bucketName),
        tag('Prefix', show(prefix)),
        delimiter === '' ? '' : tag('Delimiter', show(delimiter)),
        tag('MaxKeys', limit),
        tag('KeyCount', count),
        tag('IsTruncated', isTruncated),
        query.get('encoding-type') === 'url' ? tag('EncodingType', 'url') : '',
        token === null ? '' : tag('ContinuationToken', token),
        isTruncated && last !== undefined ? tag('NextContinuationToken', Buffer.from(last).toString('base64url')) : '',
        ...entries,
      ].join(''),
    ),
  );
};
