import type { Post } from '@postloom/contracts';
import { useCallback, useMemo, type Dispatch, type SetStateAction } from 'react';
import { clockIn, type Day } from '#lib/month-grid.ts';
import { toast } from '#ui/index.ts';
import type { CalendarActions } from './calendar-context.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import { moveRefusal } from './move-rules.ts';
import { presetTime } from './preset-time.ts';

export type ComposeDay = { date?: string; time?: string; photoId?: string };

/** The time a new post of a day starts with, among the entries of that day. */
export function usePresetTime(days: ReadonlyMap<Day, readonly CalendarEntry[]>, timeZone: string, today: Day) {
  return useCallback(
    (day: Day) => {
      const taken = (days.get(day) ?? []).map(({ at }) => clockIn(timeZone, at));
      return presetTime(day, taken, { day: today, clock: clockIn(timeZone, new Date()) });
    },
    [days, timeZone, today],
  );
}

const isWide = () => matchMedia('(min-width: 640px)').matches;

export function refuseMove(reason: string): void {
  toast({ title: 'The post stays where it was', description: reason, tone: 'error' });
}

export type ActionFacts = {
  days: ReadonlyMap<Day, readonly CalendarEntry[]>;
  today: Day;
  onPost(id: string): void;
  onAutomation(): void;
  compose(day: Day): void;
  carryPost(post: Post): void;
  setOpenDay(day: Day): void;
  setListedDay(day: Day): void;
  setSelection: Dispatch<SetStateAction<ReadonlySet<string> | null>>;
};

/** What cards and days of every view can ask for. */
export function useActions(facts: ActionFacts): CalendarActions {
  const { days, today, onPost, onAutomation, compose, carryPost, setOpenDay, setListedDay, setSelection } = facts;
  return useMemo(
    () => ({
      openPost: onPost,
      openSchedules: onAutomation,
      openDay: (day) => {
        if (!isWide()) {
          setOpenDay(day);
        } else if (day >= today) {
          compose(day);
        } else if (days.has(day)) {
          setListedDay(day);
        }
      },
      listDay: setListedDay,
      compose,
      toggle: (id) =>
        setSelection((chosen) => {
          const next = new Set(chosen);
          if (!next.delete(id)) {
            next.add(id);
          }
          return next;
        }),
      pickUp: (post) => {
        const refusal = moveRefusal(post);
        if (refusal === null) {
          carryPost(post);
        } else {
          refuseMove(refusal);
        }
      },
      refuse: refuseMove,
    }),
    [days, today, onPost, onAutomation, compose, carryPost, setOpenDay, setListedDay, setSelection],
  );
}
