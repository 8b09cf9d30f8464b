import { describe, expect, it } from '@jest/globals';
import { ScheduleInput } from '../index.ts';

const good = { name: 'Bread of the day', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'] };
const messageOf = (part: Record<string, unknown>) =>
  ScheduleInput.safeParse({ ...good, ...part }).error?.issues.map(({ message }) => message);

describe('ScheduleInput', () => {
  it.each([
    [{ name: ' ' }, 'Schedule name is required'],
    [{ timeOfDay: '24:00' }, 'Invalid time format'],
    [{ timeOfDay: '9:00' }, 'Invalid time format'],
    [{ platforms: [] }, 'At least one platform is required'],
    [{ platforms: undefined }, 'At least one platform is required'],
  ])('%j: %s', (part, sentence) => {
    expect(messageOf(part)).toEqual([sentence]);
  });

  it('takes the five frequencies and no other one', () => {
    for (const frequency of ['daily', 'every2days', 'every3days', 'weekly', 'monthly']) {
      expect(messageOf({ frequency })).toBeUndefined();
    }
    expect(messageOf({ frequency: 'hourly' })).toHaveLength(1);
  });

  it('uses all photos only when told so', () => {
    expect(ScheduleInput.parse(good).useAllPhotos).toBe(false);
  });
});
