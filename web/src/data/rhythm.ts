import type { RecurringSchedule } from '@postloom/contracts';
import { weekdays } from '#lib/format.ts';
import { listOf } from '#lib/words.ts';

type Frequency = RecurringSchedule['frequency'];

/** The five frequencies in the form's order, with their labels. */
export const frequencies: readonly { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Every Day' },
  { value: 'every2days', label: 'Every 2 Days' },
  { value: 'every3days', label: 'Every 3 Days' },
  { value: 'weekly', label: 'Every Week' },
  { value: 'monthly', label: 'Every Month' },
];

function frequencyLabel(frequency: Frequency): string {
  return frequencies.find((one) => one.value === frequency)?.label ?? frequency;
}

/** ISO weekday of a day: Monday is 1. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** 'Every Week on Mon and Thu'; a weekly schedule without weekdays keeps to that of its first day. */
export function rhythmLabel(schedule: Pick<RecurringSchedule, 'frequency' | 'weekdays' | 'startDate'>): string {
  const label = frequencyLabel(schedule.frequency);
  if (schedule.frequency !== 'weekly') {
    return label;
  }
  const chosen = schedule.weekdays?.length ? schedule.weekdays : [weekdayOf(schedule.startDate)];
  return `${label} on ${listOf(weekdays.filter(({ iso }) => chosen.includes(iso)).map(({ short }) => short))}`;
}
