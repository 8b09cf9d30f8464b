import { describe, expect, it } from '@jest/globals';
import { KnownAnswers } from './known-answers.ts';

const answer = (kilobytes: number) => ({ fingerprint: 'f', bytes: new Uint8Array(kilobytes * 1024) });

describe('known answers', () => {
  it('stay within 4 MB; the longest unasked go first', () => {
    const known = new KnownAnswers();
    for (let index = 0; index < 8; index += 1) {
      known.put(`k${index}`, answer(512));
    }
    expect(known.get('k0')).toBeDefined(); // asked again: no longer the oldest
    known.put('k8', answer(512));
    expect(known.get('k1')).toBeUndefined();
    expect(['k0', 'k2', 'k8'].every((key) => known.get(key) !== undefined)).toBe(true);
  });

  it('an answer put again takes the place of the old one, a huge one is not kept', () => {
    const known = new KnownAnswers();
    for (let times = 0; times < 50; times += 1) {
      known.put('same', answer(900));
    }
    known.put('other', answer(900));
    expect(known.get('same')).toBeDefined();
    known.put('same', answer(1100));
    expect(known.get('same')).toBeUndefined();
  });
});
