import { PostInput, type Platform } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { aPost } from '#data/testing/posts.ts';
import { bodyOf, emptyValues, fieldOfPath, overridesOf, valuesOfPost, type ComposerValues } from './composer-fields.ts';

const values: ComposerValues = {
  ...emptyValues(['instagram', 'facebook']),
  caption: ' Fresh bread ',
  captionByPlatform: { facebook: 'For friends' },
  photoIds: ['00000000-0000-4000-8000-000000000001'],
  date: '2026-11-21',
  time: '10:00',
};

describe('the request', () => {
  it('is what the contract takes', () => {
    const body = bodyOf(values, '2026-11-21T15:00:00Z');
    expect(body).toEqual({
      platforms: ['instagram', 'facebook'],
      caption: 'Fresh bread',
      captionByPlatform: { facebook: 'For friends' },
      photoId: '00000000-0000-4000-8000-000000000001',
      photoIds: ['00000000-0000-4000-8000-000000000001'],
      status: 'scheduled',
      scheduledFor: '2026-11-21T15:00:00Z',
    });
    expect(PostInput.safeParse(body).success).toBe(true);
  });
  it('is a draft without a time', () => {
    expect(bodyOf({ ...emptyValues(), date: '2026-11-21' }, null)).toMatchObject({ status: 'draft', photoId: null });
  });
  it('has every part that the contract knows and a person can fill', () => {
    expect(Object.keys(bodyOf(values, null)).sort()).toEqual(Object.keys(PostInput.shape).sort());
  });
});

describe('own texts of platforms', () => {
  it('are sent only for chosen platforms and only when they differ', () => {
    expect(overridesOf(values)).toEqual({ facebook: 'For friends' });
    expect(overridesOf({ ...values, platforms: ['instagram'] })).toBeNull();
    expect(overridesOf({ ...values, captionByPlatform: { facebook: 'Fresh bread ' } })).toBeNull();
  });
});

describe('a post that is edited', () => {
  it('shows its date and time in the zone of the business', () => {
    const post = { ...aPost('p', '2026-11-21T15:00:00Z'), platforms: ['tiktok'] as Platform[] };
    expect(valuesOfPost(post, 'America/New_York')).toEqual({
      ...{ platforms: ['tiktok'], caption: 'p', captionByPlatform: {}, photoIds: [] },
      ...{ date: '2026-11-21', time: '10:00' },
    });
  });
});

describe("the server's refusals", () => {
  it.each([
    ['scheduledFor', 'time'],
    ['captionByPlatform.twitter', 'caption'],
    ['photoIds.3', 'photoIds'],
    ['photoId', 'photoIds'],
    ['version', null],
  ])('of %s are shown at %s', (path, field) => expect(fieldOfPath(path)).toBe(field));
});
