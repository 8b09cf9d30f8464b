import type { Post } from '@postloom/contracts';
import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Day } from '#lib/month-grid.ts';
import { dayAfterKey } from './grid-keys.ts';
import { useCarry } from './use-carry.ts';
import type { Place } from './use-place.ts';

const entrySelector = (id: string) => `[data-entry="${id}"]`;
const daySelector = (day: Day) => `[data-day="${day}"]`;

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
  const { view, month, page, showDay } = place;
  const { carry, spoken, hint, pickUp, aim, end } = useCarry(timeZone);
  const [focused, setFocused] = useState<Day>(today);
  const board = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const onPage = [focused, today].find((day) => page.includes(day));
  const focusDay = onPage ?? (view === 'week' ? (page[0] ?? today) : `${month}-01`);

  // What is to have the focus may come with the next render, or with the answer of the server.
  useEffect(() => {
    const found = wanted.current === null ? null : board.current?.querySelector<HTMLElement>(wanted.current);
    if (found) {
      wanted.current = null;
      found.focus();
    }
  });

  const focusOn = useCallback((day: Day) => {
    setFocused(day);
    wanted.current = daySelector(day);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const day = dayOf(event.target as HTMLElement);
    if (!day || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (carry && ['Enter', ' ', 'Escape'].includes(event.key)) {
      event.preventDefault();
      wanted.current = entrySelector(carry.post.id);
      if (event.key === 'Escape') {
        end('left');
        setFocused(carry.from);
        showDay(carry.from, 'replace');
      } else {
        end('dropped');
        onDrop(carry.post, carry.to);
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
  return { board, focusDay, focusOn, onKeyDown, onFocus, carry, spoken, hint, carryPost };
}
