import { describe, expect, it } from '@jest/globals';
import { browsersReach } from './browsers-reach.ts';

const product = { publicUrl: 'https://app.example.com' };
const local = { publicUrl: 'http://localhost:3000' };

describe('the storage is reached by browsers', () => {
  it.each([
    ['at an address that is said to be public', { ...product, s3PublicEndpoint: 'https://s3.example.com' }],
    [
      'at it, whatever its address inside',
      { ...product, ...{ s3PublicEndpoint: 'https://a', s3Endpoint: 'http://b' } },
    ],
    ['when it is Amazon’s', product],
    ['on this machine', { ...local, s3Endpoint: 'http://127.0.0.1:9000' }],
    ['on this machine by IPv6', { publicUrl: 'http://[::1]:3000', s3Endpoint: 'http://localhost:9000' }],
  ])('%s', (_, storage) => {
    expect(browsersReach(storage)).toBe(true);
  });

  it.each([
    ['inside an installation', { ...product, s3Endpoint: 'http://objects:9000' }],
    ['on the machine of a product that others reach', { ...product, s3Endpoint: 'http://127.0.0.1:9000' }],
    ['inside containers on this machine', { ...local, s3Endpoint: 'http://objects:9000' }],
    ['under a name that only begins so', { ...local, s3Endpoint: 'http://localhost.example.com' }],
  ])('or not: %s', (_, storage) => {
    expect(browsersReach(storage)).toBe(false);
  });
});
