import { listOf, plural } from '#lib/words.ts';
import { disconnectTexts } from './disconnect-texts.ts';
import { ownAccount, type Question } from './replacement-rules.ts';

/**
 * What will wait for an account once it is disconnected, in sentences. `posts`, undefined while it is not known, and `schedules` are all
 * of its platform's; some of them wait for accounts it has replaced, and go on doing so.
 */
export function whatWaits(
  posts: number | undefined,
  schedules: readonly { isActive: boolean }[],
  replaced: readonly Pick<Question, 'platform' | 'from' | 'what' | 'posts' | 'schedules'>[],
): readonly string[] {
  const anyway = replaced.map((one) => disconnectTexts.waitsAnyway(one.what, ownAccount(one)));
  if (posts === undefined) {
    return [disconnectTexts.waits('Scheduled posts for it', false), ...anyway];
  }
  const elsewhere = (of: 'posts' | 'schedules') => replaced.reduce((sum, one) => sum + one[of], 0);
  const own = Math.max(0, posts - elsewhere('posts'));
  // Which of those that wait for another account are paused is not known: at most so many of the active ones are its own.
  const active = schedules.filter(({ isActive }) => isActive).length;
  const recurring = Math.max(0, Math.min(active, schedules.length - elsewhere('schedules')));
  const parts = [
    ...(own > 0 ? [plural(own, 'scheduled post')] : []),
    ...(recurring > 0 ? [plural(recurring, 'recurring schedule')] : []),
  ];
  return [
    parts.length === 0 ? disconnectTexts.nothingWaits : disconnectTexts.waits(listOf(parts), own + recurring === 1),
    ...anyway,
  ];
}
