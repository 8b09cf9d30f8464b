import type { Occurrence, Photo, Post } from '@postloom/contracts';
import { createContext, use } from 'react';
import type { Day } from '#lib/month-grid.ts';
import type { CalendarEntry } from '#data/calendar-entries.ts';
import type { Trouble } from './troubles.ts';

export type Density = 'comfortable' | 'compact';

/** What every view of the calendar shows, and what a person can do in it. */
export type CalendarModel = {
  timeZone: string;
  today: Day;
  density: Density;
  days: ReadonlyMap<Day, readonly CalendarEntry[]>;
  troubles: ReadonlyMap<string, readonly Trouble[]>;
  photos: ReadonlyMap<string, Photo>;
  /** Names of the recurring schedules. */
  schedules: ReadonlyMap<string, string>;
  /** Posts that are on their way to the server. */
  pending: ReadonlySet<string>;
  /** The post that is being moved by keyboard. */
  carried: string | null;
  /** Chosen posts; null while nothing is being chosen. */
  selection: ReadonlySet<string> | null;
};

export type CalendarActions = {
  openPost(id: string): void;
  /** The one post that a schedule will bring, or its schedule where that post can no longer be changed here. */
  openOccurrence(occurrence: Occurrence): void;
  /** A click in the empty part of a day, or Enter on it. */
  openDay(day: Day): void;
  /** Everything of a day. */
  listDay(day: Day): void;
  compose(day: Day): void;
  toggle(id: string): void;
  /** Picks a post up to move it by keyboard. */
  pickUp(post: Post): void;
  refuse(reason: string): void;
};

const ModelContext = createContext<CalendarModel | null>(null);
const ActionsContext = createContext<CalendarActions | null>(null);
export const CalendarModelProvider = ModelContext;
export const CalendarActionsProvider = ActionsContext;

function present<T>(value: T | null): T {
  if (value === null) {
    throw new Error('This part of the calendar is only for inside the ScheduleView.');
  }
  return value;
}

export function useCalendarModel(): CalendarModel {
  return present(use(ModelContext));
}

export function useCalendarActions(): CalendarActions {
  return present(use(ActionsContext));
}
