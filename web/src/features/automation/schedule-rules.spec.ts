import { ScheduleInput, type Occurrence, type Platform } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { dailySchedule } from '#data/testing/schedules.ts';
import { occurrenceChanges } from './occurrence-rules.ts';
import {
  bodyOf,
  defaultSchedule,
  fieldOfPath,
  isEdited,
  lookOf,
  scheduleChanges,
  scheduleProblems,
  type ScheduleValues,
  valuesOfSchedule,
} from './schedule-rules.ts';

const connected = new Set<Platform>(['instagram', 'tiktok']);
const good: ScheduleValues = { ...defaultSchedule, name: 'Morning bread' };
const check = (part: Partial<ScheduleValues>, isNew = true) =>
  scheduleProblems({ ...good, ...part }, { offered: connected, today: '2026-11-21', isNew });

describe('a schedule', () => {
  it('starts daily at 09:00 on Instagram with all photos', () => {
    expect(bodyOf(good)).toEqual({
      name: 'Morning bread',
      frequency: 'daily',
      timeOfDay: '09:00',
      platforms: ['instagram'],
      useAllPhotos: true,
      albumId: null,
      weekdays: null,
      startDate: null,
      endDate: null,
    });
  });
  it('sends weekdays only weekly, and an album only without all photos', () => {
    expect(bodyOf({ ...good, frequency: 'weekly', weekdays: [5, 2] }).weekdays).toEqual([2, 5]);
    expect(bodyOf({ ...good, weekdays: [5] }).weekdays).toBeNull();
    expect(bodyOf({ ...good, albumId: 'a' }).albumId).toBeNull();
    expect(bodyOf({ ...good, useAllPhotos: false, albumId: 'a' }).albumId).toBe('a');
  });
  it('is changed by what differs alone; without a first day the one it has stays', () => {
    const stored = { ...dailySchedule, useAllPhotos: false, albumId: 'a', endDate: '2099-02-01' };
    const changes = (part: Partial<ScheduleValues>) =>
      scheduleChanges(stored, { ...valuesOfSchedule(stored), ...part });
    expect(changes({})).toEqual({});
    expect(changes({ startDate: '', endDate: '' })).toEqual({ endDate: null });
    expect(changes({ startDate: '2099-01-02' })).toEqual({ startDate: '2099-01-02' });
    expect(changes({ useAllPhotos: true })).toEqual({ useAllPhotos: true, albumId: null });
    expect(changes({ frequency: 'weekly', weekdays: [5, 2] })).toEqual({ frequency: 'weekly', weekdays: [2, 5] });
    expect(changes({ platforms: ['instagram', 'tiktok'] })).toEqual({ platforms: ['instagram', 'tiktok'] });
  });
  it('says what is missing in the words of the product', () => {
    expect(check({})).toEqual({});
    expect(check({ platforms: ['linkedin'] }).platforms).toBe('Please connect your LinkedIn account(s) first.');
    expect(check({ useAllPhotos: false }).albumId).toBe('Please choose an album.');
  });
  it('does not start in the past or end before it starts', () => {
    expect(check({ startDate: '2026-11-20' }).startDate).toBeDefined();
    expect(check({ startDate: '2026-11-20' }, false).startDate).toBeUndefined();
    expect(check({ endDate: '2026-11-20' }).endDate).toBe('The last day can’t be before the first day.');
    expect(check({ startDate: '2026-12-01', endDate: '2026-12-01' })).toEqual({});
  });
  it.each([
    ['endDate', 'endDate'],
    ['platforms.0', 'platforms'],
    ['isActive', null],
  ])('shows a refusal of %s at %s', (path, field) => expect(fieldOfPath(path)).toBe(field));
  it('sends what the contract takes', () => {
    expect(ScheduleInput.safeParse(bodyOf(good)).success).toBe(true);
  });
});

describe('one occurrence', () => {
  const plain = { caption: null, photoId: null };
  const times = { timeOfDay: '09:00', ruleTime: '09:00' };
  it('sends only what changed, null for what goes back', () => {
    expect(occurrenceChanges(plain, times, { caption: ' ', photoId: null, timeOfDay: '09:00' })).toBeNull();
    expect(occurrenceChanges(plain, times, { caption: 'Hi', photoId: 'p', timeOfDay: '10:00' })).toEqual({
      caption: 'Hi',
      photoId: 'p',
      timeOfDay: '10:00',
    });
    expect(
      occurrenceChanges(
        { caption: 'Hi', photoId: 'p' },
        { timeOfDay: '10:00', ruleTime: '09:00' },
        { caption: '', photoId: null, timeOfDay: '09:00' },
      ),
    ).toEqual({ caption: null, photoId: null, timeOfDay: null });
  });
  it('has a word for each state', () => {
    const states = ['planned', 'picked', 'captioning', 'posted', 'drafted', 'skipped'] as const;
    expect(states.map((status) => lookOf({ status }).label)).toEqual([
      'Planned',
      'In preparation',
      'In preparation',
      'Scheduled',
      'Draft',
      'Skipped',
    ]);
  });
  it('is edited with its caption, its photo or its time', () => {
    const slot = {
      status: 'planned' as const,
      caption: null,
      photoId: null,
      localSlot: '2026-11-24T09:00',
      dueAt: '2026-11-24T14:00:00Z',
    };
    const edited = (part: Partial<Occurrence>) => isEdited({ ...slot, ...part }, 'America/New_York');
    expect(edited({})).toBe(false);
    expect(edited({ caption: 'Rye' })).toBe(true);
    expect(edited({ photoId: 'p' })).toBe(true);
    expect(edited({ dueAt: '2026-11-24T15:30:00Z' })).toBe(true);
    expect(edited({ status: 'picked', photoId: 'p' })).toBe(false);
  });
  it('is not edited by a change of the clocks', () => {
    // New York, 8 March 2026: 02:00 becomes 03:00. Beirut, 29 March 2026: 00:00 becomes 01:00.
    const gap = { status: 'planned' as const, caption: null, photoId: null };
    const newYork = { ...gap, localSlot: '2026-03-08T02:30' };
    expect(isEdited({ ...newYork, dueAt: '2026-03-08T07:00:00Z' }, 'America/New_York')).toBe(false);
    expect(isEdited({ ...newYork, dueAt: '2026-03-08T12:00:00Z' }, 'America/New_York')).toBe(true);
    const beirut = { ...gap, localSlot: '2026-03-29T00:15', dueAt: '2026-03-28T22:00:00Z' };
    expect(isEdited(beirut, 'Asia/Beirut')).toBe(false);
  });
});
