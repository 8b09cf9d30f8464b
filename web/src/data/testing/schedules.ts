import type { RecurringSchedule } from '@postloom/contracts';

/** A schedule as the server answers it, daily at 09:00 UTC of every photo. */
export const dailySchedule: RecurringSchedule = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Bread of the day',
  frequency: 'daily',
  timeOfDay: '09:00',
  platforms: ['instagram'],
  useAllPhotos: true,
  albumId: null,
  isActive: true,
  pausedUntil: null,
  weekdays: null,
  startDate: '2099-01-01',
  endDate: null,
  timeZone: 'UTC',
  usedPhotoIds: [],
  nextPostDate: '2099-01-01T09:00:00Z',
  createdAt: '2026-11-21T12:00:00Z',
  updatedAt: '2026-11-21T12:00:00Z',
  version: 1,
};
