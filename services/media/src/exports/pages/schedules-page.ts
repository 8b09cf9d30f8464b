import { momentText } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import type { ExportRow, Frequency } from '@postloom/contracts';
import { escaped, page } from './page.ts';
import type { PageFrame } from './page.ts';

const frequencies: Readonly<Record<Frequency, string>> = {
  daily: 'Every Day',
  every2days: 'Every 2 Days',
  every3days: 'Every 3 Days',
  weekly: 'Every Week',
  monthly: 'Every Month',
};
const COMING = 5;

/** Recurring schedules, and the next occurrences of each. */
export function schedulesPage(frame: PageFrame, schedules: readonly ExportRow<'schedules'>[]): string {
  const shown = schedules.map((schedule) => {
    const coming = schedule.upcoming
      .filter(({ status }) => status !== 'skipped')
      .slice(0, COMING)
      .map(({ dueAt }) => `<li>${escaped(momentText(dueAt, schedule.timeZone))}</li>`);
    const platforms = schedule.platforms.map((platform) => platformRules[platform].name).join(', ');
    return `<article class="card"><h2>${escaped(schedule.name)}</h2>
<p>${frequencies[schedule.frequency]} at ${escaped(schedule.timeOfDay)}, on ${escaped(platforms)}${schedule.isActive ? '' : ' (paused)'}</p>
${coming.length === 0 ? '' : `<p class="muted">Next:</p><ul class="muted">${coming.join('')}</ul>`}</article>`;
  });
  return page(frame, shown.join('\n'));
}
