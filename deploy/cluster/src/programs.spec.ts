import { describe, expect, it } from '@jest/globals';
import { missing } from './programs.ts';

describe('what a node needs of the machine', () => {
  it('is named with the packages that have it, each once', () => {
    const gone = new Set(['ctr', 'containerd', 'nft']);
    expect(missing((name) => (gone.has(name) ? undefined : `/usr/bin/${name}`))).toBe(
      'A node needs containerd, ctr, nft. On Debian: apt-get install -y --no-install-recommends containerd nftables',
    );
  });

  it('is no sentence when all of it is there', () => {
    expect(missing((name) => `/usr/bin/${name}`)).toBeUndefined();
  });
});
