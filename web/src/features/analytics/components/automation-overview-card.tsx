import type { RecurringSchedule } from '@postloom/contracts';
import { LoadedCard } from '#components/loaded-card.tsx';
import { NothingYet } from '#components/nothing-yet.tsx';
import { rhythmLabel } from '#data/rhythm.ts';
import { useSchedules } from '#data/schedules.ts';
import { formatClock, formatInstant } from '#lib/format.ts';
import { Badge } from '#ui/index.ts';
import { analyticsTexts } from '../texts.ts';

const texts = analyticsTexts.overview;

/** 'Automation Overview': the recurring schedules and what they do next. */
export function AutomationOverviewCard() {
  const query = useSchedules();
  return (
    <LoadedCard
      id="automation-overview"
      title={texts.title}
      query={query}
      loading={texts.loading}
      skeleton={{ rows: 2, height: 'h-14' }}
      empty={
        <NothingYet href="/automation" action={texts.create}>
          {texts.none}
        </NothingYet>
      }
    >
      {(schedules) => (
        <ul className="grid divide-y divide-line">
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} />
          ))}
        </ul>
      )}
    </LoadedCard>
  );
}

function ScheduleRow({ schedule }: { schedule: RecurringSchedule }) {
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 text-sm font-semibold break-words">{schedule.name}</span>
        <Badge tone={schedule.isActive ? 'moss' : 'flax'}>{schedule.isActive ? texts.active : texts.paused}</Badge>
      </span>
      <span className="text-xs text-muted tabular">
        {rhythmLabel(schedule)}, {formatClock(schedule.timeOfDay)}, {texts.used(schedule.usedPhotoIds.length)}
      </span>
      <span className="text-xs text-muted tabular">
        {schedule.nextPostDate ? formatInstant(schedule.nextPostDate, schedule.timeZone) : texts.notScheduled}
      </span>
    </li>
  );
}
