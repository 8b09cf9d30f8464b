import type { RecurringSchedule } from '@postloom/contracts';
import {
  CalendarDays,
  CalendarRange,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  List,
  ListChecks,
  ListFilter,
  Rows2,
  Rows3,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useRef } from 'react';
import { cn } from '#lib/cn.ts';
import type { Month } from '#lib/month-grid.ts';
import { Button, DeferredMenu } from '#ui/index.ts';
import type { Density } from '../calendar-context.ts';
import { countOf } from '../calendar-filters.ts';
import { useTurnTarget } from '../drag/use-drag.ts';
import { calendarTexts } from '../texts.ts';
import type { Place } from '../use-place.ts';
import { FilterPanel, MonthPicker, prefetchPopovers } from './deferred-parts.ts';

const views = [
  { view: 'calendar', label: 'Calendar', Icon: CalendarDays },
  { view: 'week', label: 'Week', Icon: CalendarRange },
  { view: 'list', label: 'List', Icon: List },
] as const;

export type CalendarToolbarProps = {
  place: Place;
  schedules: readonly RecurringSchedule[];
  density: Density;
  /** How many entries a person should check. */
  troubled: number;
  isChoosing: boolean;
  onToday(): void;
  onMonth(month: Month): void;
  onDensity(density: Density): void;
  onChoose(on: boolean): void;
};

/** Where the calendar is in time, and what of it is shown in which way. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { place, schedules, density, troubled, isChoosing, onToday, onMonth, onDensity, onChoose } = props;
  const { view, month, present, title, filters, turn, showView, setFilters } = place;
  const period = view === 'week' ? 'week' : 'month';
  const set = countOf(filters);
  const other: Density = density === 'compact' ? 'comfortable' : 'compact';
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 pb-4">
      <div className="flex min-w-0 grow items-center gap-1">
        <h2 className="-ml-2 min-w-0" aria-live="polite">
          <DeferredMenu
            popup="dialog"
            prefetch={prefetchPopovers}
            trigger={
              <Button variant="ghost" className="max-w-full min-w-0 px-2 text-base font-bold sm:text-xl">
                <span className="truncate">{title}</span>
                <ChevronDown className="text-muted" aria-hidden="true" />
                <span className="sr-only">, choose a month</span>
              </Button>
            }
          >
            {(trigger) => <MonthPicker trigger={trigger} month={month} present={present} onMonth={onMonth} />}
          </DeferredMenu>
        </h2>
        <TurnButton label={`Previous ${period}`} Icon={ChevronLeft} onTurn={() => turn(-1)} />
        <TurnButton label={`Next ${period}`} Icon={ChevronRight} onTurn={() => turn(1)} />
        <Button variant="secondary" size="sm" onClick={onToday} className="ml-auto sm:ml-1">
          Today
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:w-full">
        <div
          role="group"
          aria-label="View"
          className="flex rounded-control border border-line bg-cloth p-0.5 max-sm:flex-1"
        >
          {views.map(({ view: one, label, Icon }) => (
            <Button
              key={one}
              variant="ghost"
              size="sm"
              aria-pressed={view === one}
              onClick={() => showView(one)}
              className={cn('h-7 px-2.5 max-sm:flex-1', view === one && 'bg-woad-soft text-woad hover:bg-woad-soft')}
            >
              <Icon aria-hidden="true" className="max-sm:hidden" />
              {label}
            </Button>
          ))}
        </div>
        <DeferredMenu
          popup="dialog"
          prefetch={prefetchPopovers}
          trigger={
            <Button
              variant="secondary"
              size="sm"
              className={cn('max-sm:w-11 max-sm:px-0', set > 0 && 'border-woad text-woad')}
            >
              <ListFilter aria-hidden="true" />
              <span className="max-sm:sr-only">Filter</span>
              {set > 0 ? <span className="tabular max-sm:sr-only">{set}</span> : null}
            </Button>
          }
        >
          {(trigger) => (
            <FilterPanel trigger={trigger} filters={filters} schedules={schedules} onFilters={setFilters} />
          )}
        </DeferredMenu>
        {view === 'calendar' ? (
          <Button
            variant="secondary"
            size="icon-sm"
            aria-label={other === 'compact' ? 'Switch to compact view' : 'Switch to comfortable view'}
            title={other === 'compact' ? 'Compact' : 'Comfortable'}
            onClick={() => onDensity(other)}
            className="max-sm:hidden"
          >
            {other === 'compact' ? <Rows3 aria-hidden="true" /> : <Rows2 aria-hidden="true" />}
          </Button>
        ) : null}
        <Button
          variant="secondary"
          size="sm"
          chosen={isChoosing}
          aria-pressed={isChoosing}
          onPointerEnter={prefetchPopovers}
          onFocus={prefetchPopovers}
          onClick={() => onChoose(!isChoosing)}
          className="max-sm:w-11 max-sm:px-0"
        >
          <ListChecks aria-hidden="true" />
          <span className="max-sm:sr-only">Select</span>
        </Button>
        {troubled > 0 || filters.onlyTroubled ? (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={filters.onlyTroubled}
            onClick={() => setFilters({ ...filters, onlyTroubled: !filters.onlyTroubled })}
            className={cn('text-weld sm:order-first', filters.onlyTroubled && 'bg-weld-soft')}
          >
            <TriangleAlert aria-hidden="true" />
            {calendarTexts.toCheck(troubled)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** An arrow that turns the page: pressed, or while a post is held over it. */
function TurnButton({ label, Icon, onTurn }: { label: string; Icon: LucideIcon; onTurn(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useTurnTarget(button, onTurn);
  return (
    <Button
      ref={button}
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      onClick={onTurn}
      className="data-over:bg-woad-soft data-over:text-woad"
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
