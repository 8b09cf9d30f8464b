import { describe, expect, it } from '@jest/globals';
import { fingerprintIn, tagOf } from './entity-tag.ts';

describe('an entity tag', () => {
  it('carries a fingerprint there and back', () => {
    const fingerprint = 'America/Argentina/Buenos_Aires 98:-8123|aGFzaA';
    expect(tagOf(fingerprint)).toMatch(/^W\/"[\w-]+"$/);
    expect(fingerprintIn(`"other", ${tagOf(fingerprint)}`)).toBe(fingerprint);
  });

  it.each([undefined, '', '*', '"strong"', 'W/"AAAA"', `W/"${'A'.repeat(2_000)}"`, 'W/"w4Q"'])(
    'of ours is not in %s',
    (header) => {
      expect(fingerprintIn(header)).toBeUndefined();
    },
  );
});
