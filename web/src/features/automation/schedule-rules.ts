import type { Occurrence, Platform, RecurringSchedule } from '@postloom/contracts';
import { platformRules, postMessages } from '#lib/contract-data.ts';
import { clockIn, dayIn } from '#lib/month-grid.ts';
import { automationTexts } from './texts.ts';

export type ScheduleValues = {
  name: string;
  frequency: RecurringSchedule['frequency'];
  /** 'HH:MM' in the business's zone. */
  timeOfDay: string;
  platforms: readonly Platform[];
  useAllPhotos: boolean;
  albumId: string;
  weekdays: readonly number[];
  /** 'YYYY-MM-DD' or empty: today, and without an end. */
  startDate: string;
  endDate: string;
};
export type ScheduleProblems = { readonly [Field in keyof ScheduleValues]?: string };

/** A new schedule: daily at 09:00 on Instagram, from all photos. */
export const defaultSchedule: ScheduleValues = {
  name: '',
  frequency: 'daily',
  timeOfDay: '09:00',
  platforms: ['instagram'],
  useAllPhotos: true,
  albumId: '',
  weekdays: [],
  startDate: '',
  endDate: '',
};

export function valuesOfSchedule(schedule: RecurringSchedule): ScheduleValues {
  return {
    name: schedule.name,
    frequency: schedule.frequency,
    timeOfDay: schedule.timeOfDay,
    platforms: schedule.platforms,
    useAllPhotos: schedule.useAllPhotos,
    albumId: schedule.albumId ?? '',
    weekdays: schedule.weekdays ?? [],
    startDate: schedule.startDate,
    endDate: schedule.endDate ?? '',
  };
}

/** A copy has a name of its own and starts today. It ends with the other one, unless that is over. */
export function valuesOfCopy(schedule: RecurringSchedule, today: string): ScheduleValues {
  const values = valuesOfSchedule(schedule);
  return {
    ...values,
    name: automationTexts.copyOf(values.name),
    startDate: '',
    endDate: values.endDate < today ? '' : values.endDate,
  };
}

/** What keeps the schedule from being saved and only this screen knows; the rest is in the contract. */
export function scheduleProblems(
  values: ScheduleValues,
  facts: { offered: ReadonlySet<Platform>; today: string; isNew: boolean },
): ScheduleProblems {
  const problems: { -readonly [Field in keyof ScheduleProblems]: ScheduleProblems[Field] } = {};
  const missing = values.platforms.filter((platform) => !facts.offered.has(platform));
  if (missing.length > 0) {
    problems.platforms = postMessages.notConnected(missing.map((one) => platformRules[one].name).join(', '));
  }
  if (!values.useAllPhotos && values.albumId === '') {
    problems.albumId = automationTexts.albumMissing;
  }
  if (facts.isNew && values.startDate !== '' && values.startDate < facts.today) {
    problems.startDate = automationTexts.startsInPast;
  }
  if (values.endDate !== '' && values.endDate < (values.startDate || facts.today)) {
    problems.endDate = automationTexts.endsBeforeStart;
  }
  return problems;
}

/** The body of a creation or a change. */
export function bodyOf(values: ScheduleValues) {
  return {
    name: values.name.trim(),
    frequency: values.frequency,
    timeOfDay: values.timeOfDay,
    platforms: [...values.platforms],
    useAllPhotos: values.useAllPhotos,
    albumId: values.useAllPhotos || values.albumId === '' ? null : values.albumId,
    weekdays: values.frequency === 'weekly' && values.weekdays.length > 0 ? [...values.weekdays].sort() : null,
    startDate: values.startDate || null,
    endDate: values.endDate || null,
  };
}

/**
 * What differs from the schedule as it was opened; others may have changed the rest since. Without a first day the schedule keeps its
 * own.
 */
export function scheduleChanges(
  schedule: RecurringSchedule,
  values: ScheduleValues,
): Partial<ReturnType<typeof bodyOf>> {
  const before: Record<string, unknown> = bodyOf(valuesOfSchedule(schedule));
  const after = bodyOf({ ...values, startDate: values.startDate || schedule.startDate });
  const differing = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  return Object.fromEntries(differing);
}

/** Whether the schedule would post on other days than before. */
export function hasOtherDays(schedule: RecurringSchedule, values: ScheduleValues): boolean {
  const changes = scheduleChanges(schedule, values);
  return ['frequency', 'weekdays', 'startDate', 'endDate'].some((field) => field in changes);
}

/** The field that shows what is wrong with a part of the request; null: it concerns the whole form. */
export function fieldOfPath(path: string): keyof ScheduleValues | null {
  const [head = ''] = path.split('.');
  return head in defaultSchedule ? (head as keyof ScheduleValues) : null;
}

/** The state of one occurrence in two words. Its post is made some minutes before it is due; what becomes of that, only the post knows. */
export function lookOf({ status }: Pick<Occurrence, 'status'>): { tone: 'woad' | 'weld' | 'flax'; label: string } {
  switch (status) {
    case 'planned':
      return { tone: 'woad', label: 'Planned' };
    case 'picked':
    case 'captioning':
      return { tone: 'woad', label: 'In preparation' };
    case 'posted':
      return { tone: 'woad', label: 'Scheduled' };
    case 'drafted':
      return { tone: 'weld', label: 'Draft' };
    case 'skipped':
      return { tone: 'flax', label: 'Skipped' };
  }
}

const MINUTE_MS = 60_000;

/** True for a planned occurrence whose caption, photo or time the person chose. */
export function isEdited(
  {
    status,
    caption,
    photoId,
    localSlot,
    dueAt,
  }: Pick<Occurrence, 'status' | 'caption' | 'photoId' | 'localSlot' | 'dueAt'>,
  timeZone: string,
): boolean {
  if (status !== 'planned') {
    return false;
  }
  if (caption !== null || photoId !== null) {
    return true;
  }
  const wallClock = (at: Date) => `${dayIn(timeZone, at)}T${clockIn(timeZone, at)}`;
  const due = new Date(dueAt);
  if (wallClock(due) === localSlot) {
    return false;
  }
  // A slot that the clocks skip runs at the first minute behind the gap; nobody chose that.
  const isInGap = wallClock(new Date(due.getTime() - MINUTE_MS)) < localSlot && localSlot < wallClock(due);
  return !isInGap;
}
