import type { Occurrence, Post } from '@postloom/contracts';
import { useMemo, type Dispatch, type SetStateAction } from 'react';
import type { Day } from '#lib/month-grid.ts';
import { toggled } from '#lib/toggled.ts';
import { isWide } from '#lib/use-is-wide.ts';
import { toast } from '#ui/index.ts';
import type { CalendarActions } from './calendar-context.ts';
import type { CalendarEntry } from '#data/calendar-entries.ts';
import { moveRefusal } from './move-rules.ts';
import { changeTexts } from './texts.ts';

/** What a new post of the calendar starts with; the composer finds the time. */
export type ComposeDay = { date?: Day; photoIds?: readonly string[] };

/** Says why a post stays as it is. */
export function refuseMove(reason: string): void {
  toast({ title: changeTexts.refused, description: reason, tone: 'error' });
}

export type ActionFacts = {
  days: ReadonlyMap<Day, readonly CalendarEntry[]>;
  today: Day;
  onPost(id: string): void;
  onOccurrence(occurrence: Occurrence): void;
  onAutomation(): void;
  compose(day: Day): void;
  carryPost(post: Post): void;
  setOpenDay(day: Day): void;
  setListedDay(day: Day): void;
  setSelection: Dispatch<SetStateAction<ReadonlySet<string> | null>>;
};

/** What cards and days of every view can ask for. */
export function useActions(facts: ActionFacts): CalendarActions {
  const {
    days,
    today,
    onPost,
    onOccurrence,
    onAutomation,
    compose,
    carryPost,
    setOpenDay,
    setListedDay,
    setSelection,
  } = facts;
  return useMemo(
    () => ({
      openPost: onPost,
      openOccurrence: (occurrence) => {
        if (occurrence.status === 'planned' && Date.parse(occurrence.dueAt) > Date.now()) {
          onOccurrence(occurrence);
        } else {
          onAutomation();
        }
      },
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
      toggle: (id) => setSelection((chosen) => toggled(chosen ?? new Set(), id)),
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
    [days, today, onPost, onOccurrence, onAutomation, compose, carryPost, setOpenDay, setListedDay, setSelection],
  );
}
