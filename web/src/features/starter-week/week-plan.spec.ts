import type { Platform } from '@postloom/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bakeryTemplate } from '#data/testing/industry-template.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { temporalReady, type TemporalApi } from '#lib/zoned-time.ts';
import { proposeWeek, type WeekQuestion } from './week-plan.ts';

let api: TemporalApi;
beforeAll(async () => {
  api = await temporalReady();
});

/** A Monday morning in New York. */
const monday = new Date('2026-11-23T14:00:00Z');
const of = (...some: Platform[]) => new Set<Platform>(some);
const propose = (part: Partial<WeekQuestion> = {}) =>
  proposeWeek(api, {
    ...{ template: bakeryTemplate, photos: [aPhoto(1), aPhoto(2), aPhoto(3)], connected: of('instagram') },
    ...{ timeZone: 'America/New_York', now: monday, left: -1, ...part },
  });
const moments = (part: Partial<WeekQuestion> = {}) => propose(part).map(({ scheduledFor }) => scheduledFor);

describe('a week of proposals', () => {
  it('has the times of the trade in the business’s zone, with a photo and an example of the kind', () => {
    const week = propose();
    expect(week).toMatchObject([
      { scheduledFor: '2026-11-24T16:00:00Z', kind: 'Loaf of the day', photo: { id: photoId(1) } },
      { scheduledFor: '2026-11-26T21:00:00Z', kind: 'Cake', photo: { id: photoId(2) } },
    ]);
    for (const { kind, caption, photoWanted } of week) {
      expect(bakeryTemplate.examplePosts).toContainEqual(
        expect.objectContaining({ kind, caption, photo: photoWanted }),
      );
    }
  });

  it('begins an hour from now and has each time once, next week’s when this week’s is over', () => {
    // Tuesday, 10:30 in the morning: eleven o'clock is too near.
    expect(moments({ now: new Date('2026-11-24T15:30:00Z') })).toEqual([
      '2026-11-26T21:00:00Z',
      '2026-12-01T16:00:00Z',
    ]);
    expect(moments({ now: new Date('2026-11-24T14:30:00Z') })).toEqual([
      '2026-11-24T16:00:00Z',
      '2026-11-26T21:00:00Z',
    ]);
  });

  it('keeps the time of day over a change of the clocks', () => {
    // Daylight saving time ends in New York on Sunday, 1 November 2026.
    expect(moments({ now: new Date('2026-10-30T14:00:00Z') })).toEqual([
      '2026-11-03T16:00:00Z',
      '2026-11-05T21:00:00Z',
    ]);
  });

  it('uses each photo once, unused ones first, and none that cannot be sent', () => {
    const photos = [aPhoto(1, { usedInPosts: 2 }), aPhoto(2, { status: 'failed' }), aPhoto(3)];
    expect(propose({ photos }).map(({ photo }) => photo.id)).toEqual([photoId(3), photoId(1)]);
    expect(propose({ photos: [aPhoto(1)] })).toHaveLength(1);
    expect(propose({ photos: [] })).toEqual([]);
  });

  it('is no longer than what the plan has left', () => {
    expect(propose({ left: 1 })).toHaveLength(1);
    expect(propose({ left: 0 })).toEqual([]);
  });

  it('goes where the example was written for, of what is connected', () => {
    expect(
      propose({ connected: of('instagram', 'linkedin', 'facebook') }).flatMap(({ platforms }) => platforms),
    ).not.toContain('twitter');
    const week = propose({ connected: of('linkedin') });
    // No example of the bread is for LinkedIn, but each is short enough for it; one of the cakes is.
    expect(week.map(({ kind, platforms }) => [kind, platforms])).toEqual([
      ['Loaf of the day', ['linkedin']],
      ['Cake', ['linkedin']],
    ]);
    expect(propose({ connected: of() })).toEqual([]);
  });

  it('proposes nothing that is too long for where it would go', () => {
    const long = bakeryTemplate.examplePosts.map((post) => ({
      ...post,
      caption: 'x'.repeat(281),
      platforms: ['facebook' as const],
    }));
    const template = { ...bakeryTemplate, examplePosts: long };
    expect(propose({ template, connected: of('twitter') })).toEqual([]);
    expect(propose({ template, connected: of('twitter', 'instagram') }).map(({ platforms }) => platforms)).toEqual([
      ['instagram'],
      ['instagram'],
    ]);
  });

  it('brings the other examples a week later', () => {
    const captions = (now: Date) => propose({ now }).map(({ caption }) => caption);
    const later = captions(new Date('2026-11-30T14:00:00Z'));
    expect(captions(monday).some((caption) => later.includes(caption))).toBe(false);
  });
});
