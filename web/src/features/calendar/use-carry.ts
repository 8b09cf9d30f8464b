import type { Post } from '@postloom/contracts';
import { useCallback, useState } from 'react';
import { dayIn, type Day } from '#lib/month-grid.ts';
import { changeTexts } from './texts.ts';

/** A post that is being moved by keyboard, and the day it would go to. */
type Carry = { post: Post; from: Day; to: Day };

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
      setSpoken(changeTexts.pickedUp(post.caption));
      return day;
    },
    [timeZone],
  );
  const aim = useCallback((to: Day) => setCarry((now) => now && { ...now, to }), []);
  const end = useCallback((how: 'dropped' | 'left') => {
    setCarry(null);
    setSpoken(how === 'left' ? changeTexts.putDown : '');
  }, []);
  const hint = carry ? changeTexts.carrying(carry.post.caption, carry.to) : '';
  return { carry, spoken, hint, pickUp, aim, end };
}
