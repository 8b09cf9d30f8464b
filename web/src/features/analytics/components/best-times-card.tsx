import type { BestTimes } from '@postloom/contracts';
import { useEffect, useRef } from 'react';
import { cn } from '#lib/cn.ts';
import { formatClock, weekdays } from '#lib/format.ts';
import { Badge, Card, CardBody, CardHeader } from '#ui/index.ts';
import { analyticsTexts } from '../texts.ts';

const texts = analyticsTexts.bestTimes;
const BLOCK_HOURS = 3;
const hours = Array.from({ length: 24 / BLOCK_HOURS }, (_, block) => block * BLOCK_HOURS);
/** Times that are put into words. */
const MOST_NAMED = 3;
/** Pixels of the names of the days, which stay in sight: 'w-12' and a gap. */
const DAYS_WIDTH = 52;

type Cell = BestTimes['cells'][number];

/** 'Best Posting Times': what the business's own posts say, or general guidance that is marked as such. */
export function BestTimesCard({ bestTimes }: { bestTimes: BestTimes }) {
  return (
    <Card aria-labelledby="best-times">
      <CardHeader
        id="best-times"
        title={texts.title}
        {...(bestTimes.basis === 'general' ? { action: <Badge tone="outline">{texts.general}</Badge> } : {})}
      />
      <CardBody>
        {bestTimes.basis === 'general' ? <Guidance posts={bestTimes.posts ?? 0} /> : <OwnTimes bestTimes={bestTimes} />}
      </CardBody>
    </Card>
  );
}

function Guidance({ posts }: { posts: number }) {
  return (
    <div className="grid gap-3">
      <p className="max-w-[68ch] text-sm text-muted">{texts.generalNote(posts)}</p>
      <dl className="grid divide-y divide-line text-sm">
        {texts.guidance.map(([day, times]) => (
          <div key={day} className="flex justify-between gap-4 py-2">
            <dt className="font-semibold">{day}</dt>
            <dd className="text-muted tabular">{times}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">{texts.tip}</p>
    </div>
  );
}

function OwnTimes({ bestTimes: { cells, posts = 0, others } }: { bestTimes: BestTimes }) {
  const named = cells.filter(isClearlyBetter).slice(0, MOST_NAMED);
  const table = useRef<HTMLDivElement>(null);
  const first = Math.min(...cells.map(({ hour }) => hour));
  useEffect(() => {
    // On a phone a part of the day has room: it begins where posts went out, beside the names of the days.
    const column = table.current?.querySelector<HTMLElement>(`[data-hour="${first}"]`);
    if (column && table.current) {
      table.current.scrollLeft = column.offsetLeft - DAYS_WIDTH;
    }
  }, [first]);
  return (
    <div className="grid gap-4">
      <p className="max-w-[68ch] text-sm text-muted">
        {others === undefined ? texts.own(posts) : `${texts.own(posts)} ${others}`}
      </p>
      {named.length === 0 ? (
        <p className="text-sm">{texts.nothingStandsOut}</p>
      ) : (
        <div className="grid gap-1.5">
          <h3 className="text-sm font-bold">{texts.standsOut}</h3>
          <ul className="grid max-w-[68ch] list-disc gap-1.5 pl-5 text-sm">
            {named.map((cell) => (
              <li key={`${cell.weekday} ${cell.hour}`}>{cell.reason}</li>
            ))}
          </ul>
        </div>
      )}
      <div ref={table} role="region" aria-label={texts.table} tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full min-w-136 table-fixed border-separate text-center text-xs tabular">
          <caption className="sr-only">{texts.table}</caption>
          <thead>
            <tr>
              <td className="sticky left-0 w-12 bg-cloth" />
              {hours.map((hour) => (
                <th key={hour} scope="col" data-hour={hour} className="font-normal text-muted">
                  {clock(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map(({ iso, name, short }) => (
              <tr key={iso}>
                <th scope="row" className="sticky left-0 bg-cloth text-left font-semibold" aria-label={name}>
                  {short}
                </th>
                {hours.map((hour) => (
                  <TimeCell key={hour} cell={cells.find((one) => one.weekday === iso && one.hour === hour)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="max-w-[68ch] text-xs text-muted">{texts.legend}</p>
    </div>
  );
}

function TimeCell({ cell }: { cell: Cell | undefined }) {
  if (!cell) {
    return <td className="h-11 rounded-sm bg-sunken" />;
  }
  const tone = isClearlyBetter(cell)
    ? 'bg-moss-soft text-moss'
    : isClearlyWorse(cell)
      ? 'bg-madder-soft text-madder'
      : 'bg-sunken text-muted';
  const score = Math.round(cell.score);
  return (
    <td className={cn('rounded-sm py-1.5', tone)} title={cell.reason}>
      <span className="block font-semibold">{`${score > 0 ? '+' : score < 0 ? '−' : '±'}${Math.abs(score)}%`}</span>
      <span className="block">{texts.posts(cell.posts)}</span>
    </td>
  );
}

function isClearlyBetter({ low = 0 }: Cell): boolean {
  return low > 0;
}

function isClearlyWorse({ high = 0 }: Cell): boolean {
  return high < 0;
}

/** '9 AM' or '09:00'. */
function clock(hour: number): string {
  return formatClock(`${String(hour).padStart(2, '0')}:00`).replace(':00 ', ' ');
}
