import { describe, expect, it } from '@jest/globals';
import type { Stored } from '../../harness/src/stored-photos.ts';
import { wrongWith } from './cut-upload-judge.ts';
import type { Judged } from './cut-upload-judge.ts';

const photo = { id: 'p1', name: 'a.jpg', sha256: 'abc', bytes: 7, status: 'ready' };
const stored: Stored = { photos: [photo], used: 7, reserved: 0, ghosts: [], missing: [], waiting: 0 };
const right: Judged = {
  sent: new Map([['a.jpg', { sha256: 'abc', bytes: 7 }]]),
  confirmed: new Set(['a.jpg']),
  stored,
  given: new Map([['p1', 'abc']]),
};

describe('what is left of uploads that broke off', () => {
  it('is right when it is stored once, paid for once and given back as it was', () => {
    expect(wrongWith(right)).toEqual([]);
  });

  it.each<[string, Partial<Judged>, string]>([
    ['a ghost', { stored: { ...stored, ghosts: ['b/x'] } }, '1 objects that nothing names: b/x'],
    ['a row without its object', { stored: { ...stored, missing: ['b/y'] } }, '1 objects that are named and not there'],
    ['what waits for ever', { stored: { ...stored, waiting: 2 } }, '2 objects still wait'],
    ['bytes that are paid twice', { stored: { ...stored, used: 14 } }, '14 bytes are paid for and 0 reserved'],
    ['bytes that are not paid', { stored: { ...stored, used: 0 } }, '0 bytes are paid for and 0 reserved'],
    ['a reservation that stays', { stored: { ...stored, reserved: 5 } }, '7 bytes are paid for and 5 reserved'],
    [
      'a photo that is there twice',
      { stored: { ...stored, photos: [photo, photo], used: 14 } },
      '1 photos that are there twice: a.jpg',
    ],
    [
      'a confirmed photo that is lost',
      { stored: { ...stored, photos: [], used: 0 } },
      '1 confirmed photos that are not there: a.jpg',
    ],
    ['other bytes than were sent', { given: new Map([['p1', 'abd']]) }, '1 photos with other bytes than were sent'],
    [
      'a photo without its pictures',
      { stored: { ...stored, photos: [{ ...photo, status: 'processing' }] } },
      '1 photos that never became ready: a.jpg',
    ],
  ])('tells of %s', (_, changes, sentence) => {
    expect(wrongWith({ ...right, ...changes })).toEqual([expect.stringContaining(sentence)]);
  });
});
