import type { Platform } from '@postloom/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bakeryTemplate } from '#data/testing/industry-template.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { aPost } from '#data/testing/posts.ts';
import { momentOf, temporalReady, type TemporalApi } from '#lib/zoned-time.ts';
import { dayToSee, proposeWeek, takenDays, withinPlan, type WeekQuestion } from './week-plan.ts';

let api: TemporalApi;
beforeAll(async () => {
  api = await temporalReady();
});

const timeZone = 'America/New_York';
/** A Monday morning in New York. */
const monday = new Date('2026-11-23T14:00:00Z');
const of = (...some: Platform[]) => new Set<Platform>(some);
const propose = (part: Partial<WeekQuestion> = {}) =>
  proposeWeek(api, {
    ...{ template: bakeryTemplate, usable: of('instagram'), timeZone, now: monday },
    ...{ ownHashtags: [], taken: new Set<string>(), bestTimes: [], ...part },
  });
const moments = (part: Partial<WeekQuestion> = {}) => propose(part).map(({ date, time }) => `${date} ${time}`);
const tagged = bakeryTemplate.hashtags.map(({ tags }) => `\n\n${tags.join(' ')}`);

describe('a week of proposals', () => {
  it('has the times of the trade in the business’s zone, each with an example of its kind and a set of hashtags', () => {
    const week = propose();
    expect(week).toMatchObject([
      { key: '2026-11-24', date: '2026-11-24', time: '11:00', kind: 'Loaf of the day', why: 'Before lunch.' },
      { key: '2026-11-26', date: '2026-11-26', time: '16:00', kind: 'Cake', why: 'Before the weekend.' },
    ]);
    for (const { kind, caption, photoWanted } of week) {
      const [words, tags] = caption.split('\n\n');
      expect(bakeryTemplate.examplePosts).toContainEqual(
        expect.objectContaining({ kind, caption: words, photo: photoWanted }),
      );
      expect(tagged).toContain(`\n\n${tags}`);
    }
    expect(new Set(week.map(({ caption }) => caption.split('\n\n')[1])).size).toBe(2);
  });

  it('has the hashtags of the business before those of its trade, as far as the platform takes them', () => {
    const set = (...tags: string[]) => ({ name: 'Ours', tags });
    const tags = (ownHashtags: WeekQuestion['ownHashtags']) =>
      propose({ ownHashtags }).map(({ caption }) => caption.split('\n\n')[1]);
    expect(tags([set('#ourbread', '#marlow')])).toEqual(['#ourbread #marlow', '#ourbread #marlow']);
    expect(tags([set('#weekday'), set('#weekend')]).toSorted()).toEqual(['#weekday', '#weekend']);
    // One more than Instagram takes.
    expect(tags([set('#a', '#b', '#c', '#d', '#e', '#f')])).toEqual(tags([]));
  });

  it('begins an hour from now and has each time once, next week’s when this week’s is over', () => {
    // Tuesday, 10:30 in the morning: eleven o'clock is too near.
    expect(moments({ now: new Date('2026-11-24T15:30:00Z') })).toEqual(['2026-11-26 16:00', '2026-12-01 11:00']);
    expect(moments({ now: new Date('2026-11-24T14:30:00Z') })).toEqual(['2026-11-24 11:00', '2026-11-26 16:00']);
  });

  it('is never in the past, in whichever zone and at whichever hour it is laid out', () => {
    for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago', 'Australia/Lord_Howe']) {
      for (let hour = 0; hour < 14 * 24; hour += 5) {
        const now = new Date(monday.getTime() + hour * 3_600_000);
        const instants = propose({ now, timeZone: zone }).map(
          ({ date, time }) => Date.parse(momentOf(api, date, time, zone).instant) - now.getTime(),
        );
        expect(instants).toHaveLength(2);
        expect(Math.min(...instants)).toBeGreaterThanOrEqual(3_600_000);
        expect(instants).toEqual(instants.toSorted((one, other) => one - other));
      }
    }
  });

  it('keeps the time of day over a change of the clocks', () => {
    // Daylight saving time ends in New York on Sunday, 1 November 2026.
    expect(moments({ now: new Date('2026-10-30T14:00:00Z') })).toEqual(['2026-11-03 11:00', '2026-11-05 16:00']);
  });

  it('leaves alone the days that have a post already', () => {
    expect(moments({ taken: new Set(['2026-11-24', '2026-11-25']) })).toEqual(['2026-11-26 16:00']);
    const at = (day: number, part: object = {}) => ({ ...aPost(`${day}`, `2026-11-${day}T02:00:00Z`), ...part });
    const taken = takenDays(
      {
        posts: [at(24), at(25, { status: 'draft' }), at(26, { status: 'failed' }), at(27, { scheduledFor: null })],
        occurrences: [anOccurrence('2026-11-28T15:00'), anOccurrence('2026-11-29T15:00', { status: 'skipped' })],
      },
      timeZone,
    );
    // Two in the morning in Greenwich is the evening before in New York.
    expect([...taken]).toEqual(['2026-11-23', '2026-11-24', '2026-11-28']);
  });

  it('prefers the hours at which this business clearly did better', () => {
    const best = { weekday: 2, hour: 15, posts: 6 };
    expect(moments({ bestTimes: [{ ...best, score: 30, low: 10 }] })).toEqual(['2026-11-24 15:00', '2026-11-26 16:00']);
    expect(propose({ bestTimes: [{ ...best, score: 30, low: 10 }] })[0]?.why).toBe('');
    expect(moments({ bestTimes: [{ ...best, score: 30, low: -2 }] })[0]).toBe('2026-11-24 11:00');
    const two = [
      { ...best, score: 10, low: 2 },
      { ...best, hour: 18, score: 30, low: 10 },
    ];
    expect(moments({ bestTimes: two })[0]).toBe('2026-11-24 18:00');
    // Half past eight on Tuesday: nine o'clock is too near.
    const late = { now: new Date('2026-11-24T13:30:00Z'), bestTimes: [{ ...best, hour: 9, score: 30, low: 10 }] };
    expect(moments(late)[0]).toBe('2026-11-24 11:00');
  });

  it('is no longer than what the plan has left, the soonest ones first', () => {
    const week = propose();
    expect(withinPlan(week, 1).map(({ date }) => date)).toEqual(['2026-11-24']);
    expect([withinPlan(week, 0), withinPlan(week, 9), withinPlan(week, -1)]).toEqual([[], week, week]);
  });

  it('goes where the example was written for, of what posts can go to', () => {
    const all = propose({ usable: of('instagram', 'linkedin', 'facebook') }).flatMap(({ platforms }) => platforms);
    expect(all).not.toContain('twitter');
    // No example of the bread is for LinkedIn, but each is short enough for it; one of the cakes is.
    expect(propose({ usable: of('linkedin') }).map(({ kind, platforms }) => [kind, platforms])).toEqual([
      ['Loaf of the day', ['linkedin']],
      ['Cake', ['linkedin']],
    ]);
  });

  it('is there to look at before anything is connected', () => {
    expect(propose({ usable: of() }).map(({ kind, platforms }) => [kind, platforms])).toEqual([
      ['Loaf of the day', []],
      ['Cake', []],
    ]);
  });

  it('proposes nothing that is too long for where it would go', () => {
    const long = bakeryTemplate.examplePosts.map((post) => ({
      ...post,
      caption: 'x'.repeat(281),
      platforms: ['facebook' as const],
    }));
    const template = { ...bakeryTemplate, examplePosts: long };
    expect(propose({ template, usable: of('twitter') })).toEqual([]);
    expect(propose({ template, usable: of('twitter', 'instagram') }).map(({ platforms }) => platforms)).toEqual([
      ['instagram'],
      ['instagram'],
    ]);
  });

  it('leaves the hashtags out where a platform takes fewer, or the text would be too long with them', () => {
    const captionsWith = (part: Partial<WeekQuestion>) => propose(part).map(({ caption }) => caption.includes('#'));
    const many = [{ name: 'Many', tags: ['#a', '#b', '#c', '#d', '#e', '#f'] }];
    expect(captionsWith({ template: { ...bakeryTemplate, hashtags: many } })).toEqual([false, false]);
    expect(captionsWith({ template: { ...bakeryTemplate, hashtags: many }, usable: of('facebook') })).toEqual([
      true,
      true,
    ]);
    const examplePosts = bakeryTemplate.examplePosts.map((post) => ({ ...post, caption: 'x'.repeat(270) }));
    expect(captionsWith({ template: { ...bakeryTemplate, examplePosts }, usable: of('twitter') })).toEqual([
      false,
      false,
    ]);
  });

  it('brings the other examples a week later', () => {
    const words = (now: Date) => propose({ now }).map(({ caption }) => caption.split('\n\n')[0]);
    const later = words(new Date('2026-11-30T14:00:00Z'));
    expect(words(monday).some((caption) => later.includes(caption))).toBe(false);
  });
});

describe('the week that is shown once posts are planned', () => {
  it.each([
    ['all of them in one', ['2026-11-24', '2026-11-26'], '2026-11-24'],
    ['most of them in the second', ['2026-11-28', '2026-12-03', '2026-11-29', '2026-12-01'], '2026-11-29'],
    ['as many in either', ['2026-12-01', '2026-11-26'], '2026-11-26'],
    ['none', [], undefined],
  ])('is the one with most of them: %s', (_, days, seen) => expect(dayToSee(days)).toBe(seen));
});
