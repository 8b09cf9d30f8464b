import { describe, expect, it } from '@jest/globals';
import { objectKeyOf } from './object-key.ts';

const business = '0190a000-0000-7000-8000-000000000001';
const key = `${business}/incoming/0190a000-0000-7000-8000-000000000002`;

describe('the object that an address names', () => {
  it.each([
    ['in a path', `http://127.0.0.1:9000/bucket/${key}`],
    ['in a host', `https://bucket.s3.eu-central-1.amazonaws.com/${key}`],
    ['with its signature', `https://storage.example/bucket/${key}?X-Amz-Signature=abc&X-Amz-Expires=3600`],
  ])('%s', (_, address) => {
    expect(objectKeyOf(address)).toBe(key);
  });

  it.each([
    '',
    'nonsense',
    key,
    `https://storage.example/bucket/${business}/${business}/original`,
    `https://storage.example/bucket/${key}/`,
    `https://storage.example/bucket/${key}/../original`,
    `https://storage.example/bucket/?/${key}`,
    `https://storage.example/bucket/#/${key}`,
    `https://storage.example/bucket/${key.replace('incoming', 'scratch')}`,
  ])('is none of ours: %j', (address) => {
    expect(objectKeyOf(address)).toBeNull();
  });
});
