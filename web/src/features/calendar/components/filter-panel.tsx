import type { RecurringSchedule } from '@postloom/contracts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { toggled } from '#lib/toggled.ts';
import {
  Button,
  Field,
  Input,
  NativeSelect,
  platforms,
  PlatformGlyph,
  platformShortNames,
  Popover,
  PopoverContent,
  PopoverTrigger,
  statusLabels,
  type ButtonProps,
} from '#ui/index.ts';
import { countOf, filterStatuses, type CalendarFilters } from '../calendar-filters.ts';
import { StatusMark } from './status-mark.tsx';

/** What of the calendar is shown. Open from the start: it is rendered when it is first asked for. */
export function FilterPanel({
  trigger,
  filters,
  schedules,
  onFilters,
}: {
  trigger: ReactElement<ButtonProps>;
  filters: CalendarFilters;
  schedules: readonly RecurringSchedule[];
  onFilters(filters: CalendarFilters): void;
}) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Filter the calendar" className="grid gap-4">
        <Group label="Platform">
          {platforms.map((platform) => (
            <Chip
              key={platform}
              isOn={filters.platforms.has(platform)}
              onToggle={() => onFilters({ ...filters, platforms: toggled(filters.platforms, platform) })}
            >
              <PlatformGlyph platform={platform} className="size-3.5" />
              {platformShortNames[platform]}
            </Chip>
          ))}
        </Group>
        <Group label="Status">
          {filterStatuses.map((status) => (
            <Chip
              key={status}
              isOn={filters.statuses.has(status)}
              onToggle={() => onFilters({ ...filters, statuses: toggled(filters.statuses, status) })}
            >
              <StatusMark status={status} />
              {status === 'recurring' ? 'Recurring' : statusLabels[status]}
            </Chip>
          ))}
        </Group>
        <Field label="Words in the caption">
          <Input
            type="search"
            autoComplete="off"
            value={filters.words}
            onChange={(event) => onFilters({ ...filters, words: event.target.value })}
          />
        </Field>
        {schedules.length > 0 ? (
          <div className="grid gap-2">
            <label htmlFor="filter-schedule" className="text-sm font-semibold">
              Recurring schedule
            </label>
            <NativeSelect
              id="filter-schedule"
              value={filters.schedule ?? ''}
              onChange={(event) => onFilters({ ...filters, schedule: event.target.value || null })}
            >
              <option value="">All posts</option>
              {schedules.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </div>
        ) : null}
        <Button
          variant="secondary"
          size="sm"
          disabled={countOf(filters) === 0}
          onClick={() =>
            onFilters({ ...filters, platforms: new Set(), statuses: new Set(), schedule: null, words: '' })
          }
        >
          Clear filters
        </Button>
      </PopoverContent>
    </Popover>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <span className="text-sm font-semibold" aria-hidden="true">
        {label}
      </span>
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </div>
  );
}

function Chip({ isOn, onToggle, children }: { isOn: boolean; onToggle(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={cn(
        'inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-3 text-sm transition-colors hover:border-line-strong touch:h-11',
        isOn && 'border-woad bg-woad-soft font-semibold text-woad hover:border-woad',
      )}
    >
      {children}
    </button>
  );
}
