import type { Analytics } from '@postloom/contracts';
import { CalendarClock, Images, PencilLine, Repeat } from 'lucide-react';
import { formatNumber } from '#lib/format.ts';
import { analyticsTexts } from '../texts.ts';

/** Total Photos, Posts Created, Active Schedules, Automation Status. */
export function SummaryCards({ library, schedules }: Pick<Analytics, 'library' | 'schedules'>) {
  const { photos, posts, schedules: planned, automation } = analyticsTexts.summary;
  const { total, active } = schedules;
  const cards = [
    { label: photos.label, value: formatNumber(library.photos), note: photos.note, icon: Images },
    { label: posts.label, value: formatNumber(library.posts), note: posts.note, icon: PencilLine },
    { label: planned.label, value: formatNumber(active), note: planned.note(total), icon: CalendarClock },
    {
      label: automation.label,
      value: total > 0 ? automation.active : automation.setup,
      note: total === 0 ? automation.none : active === 0 ? automation.paused : automation.running,
      icon: Repeat,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {cards.map(({ label, value, note, icon: Icon }) => (
        <div key={label} className="grid content-start gap-1 rounded-card border border-line bg-cloth px-5 py-4">
          <dt className="flex items-center gap-2 text-sm text-muted">
            <Icon className="size-4" aria-hidden="true" />
            {label}
          </dt>
          <dd className="text-2xl font-bold tabular">
            {value}
            <span className="block text-xs font-normal tracking-normal text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
