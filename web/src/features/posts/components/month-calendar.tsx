import type { Post } from '@postloom/contracts';
import { useRef, type KeyboardEvent } from 'react';
import { cn } from '../../../lib/cn.ts';
import { excerpt } from '../../../lib/photos.ts';
import { statusLabels, StatusShape } from '../../../ui/index.ts';
import { dayText, gridOf, monthOf, shiftDay, type Day, type Month } from '../month-grid.ts';
import { shownAt } from '../post-state.ts';

/** Dots a day shows; the rest is '+N'. */
const DOTS = 3;

export type MonthCalendarProps = {
  month: Month;
  today: Day;
  days: ReadonlyMap<Day, readonly Post[]>;
  timeZone: string;
  loading: boolean;
  onDay(day: Day): void;
  onMore(day: Day): void;
  onPost(id: string): void;
  onMonth(month: Month): void;
};

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weeksOf = (days: readonly Day[]) => Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7));

function clockText(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(at));
}

/** The month: 42 days, each with up to three posts as dots with their time, the rest behind '+N'. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { month, today, days, timeZone, loading, onDay, onMore, onPost, onMonth } = props;
  const table = useRef<HTMLTableElement>(null);
  const grid = gridOf(month);
  // One day of the grid is in the tab order; arrows move from there.
  const entry = grid.includes(today) && monthOf(today) === month ? today : `${month}-01`;

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = (event.target as HTMLElement).dataset['day'];
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[event.key];
    if (!from || step === undefined) return;
    event.preventDefault();
    const to = shiftDay(from, step);
    const focus = () => table.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
    if (grid.includes(to)) focus();
    else {
      onMonth(monthOf(to));
      setTimeout(focus);
    }
  };

  return (
    <table
      ref={table}
      onKeyDown={onKeyDown}
      aria-label={dayText(`${month}-01`, { month: 'long', year: 'numeric' })}
      aria-busy={loading}
      className={cn('w-full table-fixed border-collapse', loading && 'opacity-60')}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" className="pb-2 text-xs font-semibold text-muted">
              <span className="sr-only">{name}</span>
              <span aria-hidden="true" className="sm:hidden">
                {name[0]}
              </span>
              <span aria-hidden="true" className="hidden sm:inline">
                {name.slice(0, 3)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(grid).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const posts = days.get(day) ?? [];
              const outside = monthOf(day) !== month;
              const isToday = day === today;
              const past = day < today;
              return (
                <td
                  key={day}
                  className={cn(
                    'relative h-16 border border-line p-0 align-top sm:h-28',
                    outside ? 'bg-sunken' : 'bg-cloth',
                    isToday && 'bg-woad-soft',
                  )}
                >
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === entry ? 0 : -1}
                    aria-current={isToday ? 'date' : undefined}
                    aria-label={`${dayText(day, { weekday: 'long', month: 'long', day: 'numeric' })}${
                      posts.length > 0 ? `, ${posts.length === 1 ? '1 post' : `${posts.length} posts`}` : ''
                    }${past ? '' : '. Schedule a post on this day'}`}
                    onClick={() => onDay(day)}
                    className="absolute inset-0 flex items-start justify-start p-1.5 text-xs transition-colors hover:bg-woad-soft/60 focus-visible:z-10 focus-visible:-outline-offset-2 sm:p-2 sm:text-sm"
                  >
                    <span
                      className={cn(
                        'grid size-6 place-items-center rounded-full tabular',
                        isToday ? 'bg-woad font-bold text-on-woad' : 'text-ink',
                        !isToday && (outside || past) && 'text-muted',
                      )}
                    >
                      {Number(day.slice(8))}
                    </span>
                  </button>
                  {posts.length > 0 ? (
                    <div className="pointer-events-none relative mt-8 flex flex-wrap items-center gap-1 px-1.5 pb-1 sm:mt-10 sm:grid sm:gap-0.5">
                      {posts.slice(0, DOTS).map((post) => (
                        <PostDot key={post.id} post={post} timeZone={timeZone} onPost={onPost} />
                      ))}
                      {posts.length > DOTS ? (
                        <button
                          type="button"
                          onClick={() => onMore(day)}
                          aria-label={`+${posts.length - DOTS}, all ${posts.length} posts of ${dayText(day, { month: 'long', day: 'numeric' })}`}
                          className="pointer-events-auto justify-self-start rounded-sm px-1 text-xs font-bold text-woad hover:underline"
                        >
                          +{posts.length - DOTS}
                        </button>
                      ) : null}
                    </div>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a phone only the dot, which the day's own button covers; from 640 px the dot with time and words. */
function PostDot({ post, timeZone, onPost }: { post: Post; timeZone: string; onPost(id: string): void }) {
  const at = shownAt(post);
  const time = at ? clockText(at, timeZone) : '';
  return (
    <>
      <span aria-hidden="true" className="sm:hidden">
        <StatusShape status={post.status} className="size-2.5" />
      </span>
      <button
        type="button"
        onClick={() => onPost(post.id)}
        title={excerpt(post.caption, 120)}
        className="pointer-events-auto hidden min-h-6 w-full items-center gap-1.5 overflow-hidden rounded-sm px-1 text-left text-xs hover:bg-cloth hover:shadow-soft sm:flex"
      >
        <StatusShape status={post.status} className="size-2.5" />
        <span className="sr-only">{statusLabels[post.status]},</span>
        <span className="shrink-0 font-semibold tabular">{time}</span>
        <span className="sr-only text-muted lg:not-sr-only lg:truncate">{excerpt(post.caption, 60)}</span>
      </button>
    </>
  );
}
