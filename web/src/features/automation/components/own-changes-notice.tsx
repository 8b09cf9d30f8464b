import type { RecurringSchedule } from '@postloom/contracts';
import { Notice } from '#components/notice.tsx';
import { formatInstant } from '#lib/format.ts';
import { listOf, plural } from '#lib/words.ts';
import { useUpcomingOccurrences } from '../api/schedules.ts';
import { isEdited } from '../schedule-rules.ts';
import { automationTexts } from '../texts.ts';

/** Coming posts that are looked through, and of those found, how many are named. */
const COMING = 30;
const NAMED = 3;

/** Single posts that a person changed or skipped, before the schedule gets other days: on those it leaves, the changes go with them. */
export function OwnChangesNotice({ schedule }: { schedule: RecurringSchedule }) {
  const { data: coming = [] } = useUpcomingOccurrences(schedule.id, COMING);
  const own = coming.filter((one) => one.status === 'skipped' || isEdited(one, schedule.timeZone));
  if (own.length === 0) {
    return null;
  }
  const named = own.slice(0, NAMED).map(({ dueAt }) => formatInstant(dueAt, schedule.timeZone));
  const rest = own.length - named.length;
  return (
    <Notice>{automationTexts.ownChanges(listOf([...named, ...(rest > 0 ? [plural(rest, 'other post')] : [])]))}</Notice>
  );
}
