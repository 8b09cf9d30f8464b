import { BLOCK_HOURS } from './week.ts';
import type { BestTime } from './best-times.ts';

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** Why a time is good, bad or not known yet: a sentence or two for a shop owner. */
export function reasonFor(time: Omit<BestTime, 'reason'>): string {
  const { weekday, hour, posts, change, low, high } = time;
  const rests = `${posts === 1 ? 'one post' : `${posts} posts`} on ${DAYS[weekday - 1]} from ${clock(hour)} to ${clock(hour + BLOCK_HOURS)}`;
  if (low > 0) {
    return `Judging by your ${rests}, about ${percent(change)} more engagement than your usual post, most likely between ${percent(low)} and ${percent(high)} more.`;
  }
  if (high < 0) {
    return `Judging by your ${rests}, about ${percent(change)} less engagement than your usual post, most likely between ${percent(high)} and ${percent(low)} less.`;
  }
  const tell = posts === 1 ? 'does not tell' : 'do not tell';
  return `Your ${rests} ${tell} yet: anything from ${percent(low)} less to ${percent(high)} more engagement than your usual post is likely.`;
}

function percent(change: number): string {
  return `${Math.round(Math.abs(change) * 100)}%`;
}

function clock(hour: number): string {
  const [of12, half] = [hour % 12, hour % 24 < 12 ? 'AM' : 'PM'];
  return hour === 12 ? 'noon' : hour % 24 === 0 ? 'midnight' : `${of12} ${half}`;
}
