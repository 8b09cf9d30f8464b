import type { Post } from '@postloom/contracts';
import { useCallback, useEffect, useReducer, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Day } from '#lib/month-grid.ts';
import { dayAfterKey } from './grid-keys.ts';
import { useCarry } from './use-carry.ts';
import type { Place } from './use-place.ts';

/** What is to have the focus: a day, or an entry once it is on that day. */
type Wanted = { day: Day; entry?: string };

function find(board: HTMLElement, { day, entry }: Wanted): HTMLElement | null {
  const button = board.querySelector<HTMLElement>(`[data-day="${day}"]`);
  return entry === undefined
    ? button
    : (button?.parentElement?.querySelector<HTMLElement>(`[data-entry="${entry}"]`) ?? null);
}

/** The day an element belongs to: its own, or that of the cell around it. */
function dayOf(target: HTMLElement): Day | undefined {
  const own = target.dataset['day'];
  return own ?? target.closest('td, li')?.querySelector<HTMLElement>('[data-day]')?.dataset['day'];
}

/**
 * The keys of the grid. One day is in the tab order, the one that had the focus last; arrows, Home, End and the Page keys move
 * from there and turn the page. A post that was picked up goes along.
 */
export function useBoard({
  place,
  today,
  timeZone,
  onDrop,
}: {
  place: Place;
  today: Day;
  timeZone: string;
  onDrop(post: Post, day: Day): void;
}) {
  const { isSettled, showDay } = place;
  const { view, month, page } = place.shown;
  const { carry, spoken, hint, pickUp, aim, end } = useCarry(timeZone);
  const [focused, setFocused] = useState<Day>(today);
  const board = useRef<HTMLDivElement>(null);
  const wanted = useRef<Wanted | null>(null);
  const onPage = [focused, today].find((day) => page.includes(day));
  const focusDay = onPage ?? (view === 'week' ? (page[0] ?? today) : `${month}-01`);

  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  // What is to have the focus may come with the next render, or with the answer of the server; it may be on the former page too.
  useEffect(() => {
    const found = isSettled && wanted.current && board.current ? find(board.current, wanted.current) : null;
    if (found) {
      wanted.current = null;
      found.focus();
    }
  });

  const focusOn = useCallback((day: Day) => {
    wanted.current = { day };
    setFocused(day);
    // The day may be the one it was last.
    renderAgain();
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const day = dayOf(event.target as HTMLElement);
    if (!day || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (carry && ['Enter', ' ', 'Escape'].includes(event.key)) {
      event.preventDefault();
      const { post, from, to } = carry;
      if (event.key === 'Escape') {
        end('left');
        setFocused(from);
        wanted.current = { day: from, entry: post.id };
        showDay(from, 'replace');
      } else {
        end('dropped');
        wanted.current = { day: to, entry: post.id };
        onDrop(post, to);
      }
      return;
    }
    const to = dayAfterKey(day, event.key, view === 'week' ? 'week' : 'month');
    if (to === null) {
      return;
    }
    event.preventDefault();
    focusOn(to);
    aim(to);
    const turns = event.key.startsWith('Page') && view === 'calendar';
    if (turns || !page.includes(to)) {
      showDay(to, turns ? 'push' : 'replace');
    }
  };
  // The day has the focus by the time Space comes up: its button is not what was pressed.
  const onKeyUp = (event: KeyboardEvent<HTMLDivElement>) => {
    if (carry && event.key === ' ') {
      event.preventDefault();
    }
  };
  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const day = (event.target as HTMLElement).dataset['day'];
    if (day) {
      setFocused(day);
    }
  };
  const carryPost = useCallback(
    (post: Post) => {
      const day = pickUp(post);
      if (day !== null) {
        focusOn(day);
      }
    },
    [pickUp, focusOn],
  );
  return { board, focusDay, focusOn, onKeyDown, onKeyUp, onFocus, carry, spoken, hint, carryPost };
}
