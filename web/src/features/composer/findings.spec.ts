import type { Preflight } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { emptyValues } from './composer-fields.ts';
import { findingsOf, questionOf, refusalOf, withFix } from './findings.ts';

const values = {
  ...emptyValues(['instagram', 'twitter']),
  caption: ' Fresh bread ',
  captionByPlatform: { twitter: 'Bread' },
  photoIds: ['a', 'b'],
};
const plain = { found: null, allowed: null, photoId: null, fix: null };
const preflight: Preflight = {
  ok: false,
  platforms: [
    {
      platform: 'instagram',
      errors: [],
      warnings: [{ ...plain, rule: 'links', message: 'A link cannot be clicked.' }],
    },
    { platform: 'twitter', errors: [{ ...plain, rule: 'caption_length', message: 'It is too long.' }], warnings: [] },
  ],
};

describe('the question', () => {
  it('is asked once there is a platform and something to show', () => {
    const facts = { instant: null, postId: null };
    expect(questionOf({ ...values, platforms: [] }, facts)).toBeNull();
    expect(questionOf({ ...values, caption: '', photoIds: [] }, facts)).toBeNull();
    expect(questionOf(values, { instant: null, postId: 'p' })).toEqual({
      caption: 'Fresh bread',
      captionByPlatform: { twitter: 'Bread' },
      platforms: ['instagram', 'twitter'],
      status: 'draft',
      scheduledFor: null,
      photoId: 'a',
      photoIds: ['a', 'b'],
      postId: 'p',
    });
  });
});

describe('a fix', () => {
  it('changes the text of its platform only', () => {
    expect(withFix(values, 'instagram', { kind: 'caption', label: 'Shorten', caption: 'B' })).toEqual({
      captionByPlatform: { twitter: 'Bread', instagram: 'B' },
    });
  });
  it('takes fewer photos', () => {
    expect(withFix(values, 'twitter', { kind: 'photos', label: 'Keep 1', photoIds: ['a'] })).toEqual({
      photoIds: ['a'],
    });
  });
});

describe('findings', () => {
  it('name what blocks first', () => {
    expect(findingsOf(preflight).map((one) => [one.platform, one.level])).toEqual([
      ['twitter', 'error'],
      ['instagram', 'warning'],
    ]);
    expect(refusalOf(preflight)).toBe('X would refuse this post: It is too long.');
  });
  it('do not block with warnings alone', () => {
    expect(refusalOf({ ok: true, platforms: preflight.platforms.slice(0, 1) })).toBeNull();
    expect(refusalOf(undefined)).toBeNull();
  });
});
