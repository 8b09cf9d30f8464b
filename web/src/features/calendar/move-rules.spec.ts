import { beforeAll, describe, expect, it } from 'vitest';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { moveRefusal, planMove, planShift, unscheduleRefusal, wayBack, type MoveFacts } from './move-rules.ts';

let facts: MoveFacts;
beforeAll(async () => {
  facts = { temporal: await temporalReady(), timeZone: 'America/New_York', now: new Date('2026-10-20T15:00:00Z') };
});
/** 10 in the morning in New York, before the clocks go back on November 1. */
const post = aPost('a', '2026-10-30T14:00:00Z', aTarget('pending'));
const draft = { ...aPost('d', null), status: 'draft' as const };

/** Finding a free time costs as much as the rest of a move: nobody asks for one where the post has its own. */
const ownTime = (): never => {
  throw new Error('The post has a time of its own.');
};

describe('a post that is moved', () => {
  it('keeps its time of day over the end of daylight saving', () => {
    expect(planMove(post, '2026-11-02', ownTime, facts).change).toEqual({
      scheduledFor: '2026-11-02T15:00:00Z',
      status: 'scheduled',
    });
    expect(planShift(post, 7, facts).change?.scheduledFor).toBe('2026-11-06T15:00:00Z');
  });
  it('takes the next minute where the clocks skip its time', () => {
    const night = aPost('n', '2026-10-30T06:30:00Z', aTarget('pending'));
    expect(planMove(night, '2027-03-14', ownTime, facts).change?.scheduledFor).toBe('2027-03-14T07:00:00Z');
  });
  it('does not go into the past', () => {
    expect(planMove(post, '2026-10-19', ownTime, facts).refusal).toContain('already passed');
    expect(planMove(post, '2026-10-20', ownTime, facts).refusal).toContain('already passed');
    expect(planMove(post, '2026-10-21', ownTime, facts).refusal).toBeNull();
  });
  it('is scheduled by it when it was a draft without a date', () => {
    expect(planMove(draft, '2026-10-21', () => '12:00', facts).change).toEqual({
      scheduledFor: '2026-10-21T16:00:00Z',
      status: 'scheduled',
    });
    expect(planShift(draft, 1, facts).refusal).toContain('no date');
  });
  it('stays a draft when it was one with a date', () => {
    expect(planMove({ ...draft, scheduledFor: post.scheduledFor }, '2026-10-21', ownTime, facts).change?.status).toBe(
      'draft',
    );
  });
});

describe('a post that stays where it is', () => {
  it.each([
    ['being published', [aTarget('publishing')]],
    ['is published', [aTarget('published')]],
    ['part', [aTarget('published'), aTarget('failed')]],
    ['not yet clear', [aTarget('needs_attention')]],
  ])('says why: %s', (why, targets) => {
    const stuck = aPost('s', '2026-10-30T14:00:00Z', ...targets);
    expect(moveRefusal(stuck)).toContain(why);
    expect(planMove(stuck, '2026-11-02', ownTime, facts)).toEqual({ change: null, refusal: moveRefusal(stuck) });
  });
  it('is not made a draft when it is one, or out', () => {
    expect(unscheduleRefusal(post)).toBeNull();
    expect(unscheduleRefusal(draft)).toContain('already');
    expect(unscheduleRefusal(aPost('p', '2026-10-30T14:00:00Z', aTarget('published')))).toContain('published');
  });
});

describe('the way back', () => {
  it('is where it was, unless that time has passed or it had failed', () => {
    expect(wayBack(post, facts.now)).toEqual({ scheduledFor: post.scheduledFor, status: 'scheduled' });
    expect(wayBack(draft, facts.now)).toEqual({ scheduledFor: null, status: 'draft' });
    expect(wayBack(post, new Date('2026-10-31T00:00:00Z'))).toBeNull();
    expect(wayBack({ ...post, status: 'failed' }, facts.now)).toBeNull();
  });
});
