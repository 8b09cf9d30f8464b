import type { Platform } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { emptyValues, type ComposerValues } from './composer-fields.ts';
import { captionFor, captionProblem, defaultPlatforms, intentOf, problemsOf } from './composer-rules.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const connected = new Set<Platform>(['instagram', 'facebook']);
const good: ComposerValues = {
  ...emptyValues(['instagram']),
  caption: 'Fresh bread',
  photoIds: ['p1'],
  date: '2026-11-21',
  time: '10:00',
};
const check = (values: Partial<ComposerValues>, instant: string | null = '2026-11-21T15:00:00Z') =>
  problemsOf({ ...good, ...values }, { offered: connected, instant, now });

describe('the button', () => {
  it('schedules only with date and time and says otherwise why not', () => {
    expect(intentOf(good)).toEqual({ status: 'scheduled', button: 'Schedule Post', why: null });
    expect(intentOf({ date: '2026-11-21', time: '' })).toMatchObject({ button: 'Save as Draft' });
    expect(intentOf({ date: '2026-11-21', time: '' }).why).toContain('Add a time');
    expect(intentOf({ date: '', time: '10:00' }).why).toContain('Add a date');
    expect(intentOf({ date: '', time: '' }).status).toBe('draft');
  });
});

describe('problems', () => {
  it('are none for a good post', () => expect(check({})).toEqual({}));
  it('speak the words of the contract', () => {
    expect(check({ caption: '  ' }).caption).toBe('Please enter a caption for your post.');
    expect(check({ photoIds: [] }).photoIds).toBe('Please select a photo to schedule.');
    expect(check({ platforms: [] }).platforms).toBe('Please select at least one platform.');
    expect(check({ platforms: ['twitter', 'linkedin', 'facebook'] }).platforms).toBe(
      'Please connect your X, LinkedIn account(s) first.',
    );
  });
  it('let a draft go without a photo', () => {
    expect(check({ photoIds: [], time: '' }, null)).toEqual({});
  });
  it('refuse the past, but not the minute that has just begun', () => {
    expect(check({}, '2026-11-20T14:58:00Z').time).toBe('Please choose a date and time in the future.');
    expect(check({}, '2026-11-20T14:59:01Z')).toEqual({});
  });
  it('refuse a date that is none, instead of making a draft of it', () => {
    expect(check({ date: '20261-11-21' }, null).time).toBe('Please choose a date and time in the future.');
  });
  it('name the platform whose limit is exceeded', () => {
    expect(check({ caption: '#a #b #c #d #e #f' }).caption).toContain('Instagram');
    expect(check({ caption: '#a #b #c #d #e #f', platforms: ['facebook'] })).toEqual({});
  });
});

describe('own texts of platforms', () => {
  const values = {
    ...good,
    platforms: ['instagram', 'facebook'] as const,
    captionByPlatform: { facebook: 'For friends' },
  };
  it('replace the shared one there only', () => {
    expect(captionFor(values, 'facebook')).toBe('For friends');
    expect(captionFor(values, 'instagram')).toBe('Fresh bread');
  });
  it('say at which tab something is wrong', () => {
    expect(captionProblem({ ...values, captionByPlatform: { facebook: ' ' } })).toMatchObject({ tab: 'facebook' });
    expect(captionProblem({ ...values, captionByPlatform: { instagram: '#a #b #c #d #e #f' } })).toMatchObject({
      tab: 'instagram',
      message: 'Instagram takes at most 5 hashtags; there are 6.',
    });
    expect(captionProblem({ ...values, caption: '#a #b #c #d #e #f' })?.tab).toBeNull();
    expect(captionProblem(values)).toBeNull();
  });
});

describe('a new post', () => {
  it('starts with Instagram when that is connected', () => {
    expect(defaultPlatforms(connected)).toEqual(['instagram']);
    expect(defaultPlatforms(new Set<Platform>(['facebook']))).toEqual([]);
  });
});
