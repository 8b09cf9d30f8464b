import type { Post } from '@postloom/contracts';
import { useCallback, useState } from 'react';
import { formatDay } from '#lib/format.ts';
import { dayIn, type Day } from '#lib/month-grid.ts';
import { excerpt } from '#lib/words.ts';

/** A post that is being moved by keyboard, and the day it would go to. */
export type Carry = { post: Post; from: Day; to: Day };

/** Moving a post by keyboard: Space picks it up, the arrow keys choose the day, Enter or Space drops it, Escape leaves it. */
export function useCarry(timeZone: string) {
  const [carry, setCarry] = useState<Carry | null>(null);
  const [spoken, setSpoken] = useState('');
  const pickUp = useCallback(
    (post: Post): Day | null => {
      if (post.scheduledFor === null) {
        return null;
      }
      const day = dayIn(timeZone, post.scheduledFor);
      setCarry({ post, from: day, to: day });
      setSpoken(
        `Picked up “${excerpt(post.caption, 40)}”. Choose a day with the arrow keys, drop it with Enter, or leave it with Escape.`,
      );
      return day;
    },
    [timeZone],
  );
  const aim = useCallback((to: Day) => setCarry((now) => now && { ...now, to }), []);
  const end = useCallback((how: 'dropped' | 'left') => {
    setCarry(null);
    setSpoken(how === 'left' ? 'Left where it was.' : '');
  }, []);
  const hint = carry ? `Moving “${excerpt(carry.post.caption, 40)}” to ${formatDay(carry.to)}` : '';
  return { carry, spoken, hint, pickUp, aim, end };
}
