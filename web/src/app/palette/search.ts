import type { SearchKind, SearchResult } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Folder, Image, Repeat, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePageTimeZone } from '#data/page-context.tsx';
import { previousOf, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { formatDay } from '#lib/format.ts';
import { dayIn } from '#lib/month-grid.ts';
import { postName } from '#lib/words.ts';
import { statusLabels } from '#ui/index.ts';
import type { Command } from './commands.ts';
import { texts } from './texts.ts';

/** Milliseconds without a key before the server is asked. */
const SEARCH_DELAY_MS = 200;
/** Characters of a text that one line shows. */
const LINE = 70;
const SHORTEST = 2;
/** Characters that the server takes. */
export const LONGEST_SEARCH = 200;

/** A value that has not changed for a while. */
function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

type Place = { icon: LucideIcon; href(id: string): string };

/** Where each kind of result is looked at. Businesses are switched to by commands that are there already. */
const places: Record<Exclude<SearchKind, 'businesses'>, Place> = {
  posts: { icon: CalendarDays, href: (id) => `/schedule?post=${id}` },
  photos: { icon: Image, href: (id) => `/media?photo=${id}` },
  schedules: { icon: Repeat, href: () => '/automation' },
  albums: { icon: Folder, href: (id) => `/media?album=${id}` },
};

/** Several posts may begin alike: the day tells them apart. */
function hintOf({ status, scheduledFor, isActive }: SearchResult, timeZone: string): string | undefined {
  if (status !== undefined) {
    const day = scheduledFor ? `${formatDay(dayIn(timeZone, scheduledFor))} · ` : '';
    return `${day}${statusLabels[status]}`;
  }
  return isActive === false ? texts.paused : undefined;
}

function commandOf(
  kind: SearchKind,
  result: SearchResult,
  known: readonly Command[],
  timeZone: string,
  go: (href: string) => void,
): Command | undefined {
  if (kind === 'businesses') {
    return known.find(({ id }) => id === `business-${result.id}`);
  }
  const { icon, href } = places[kind];
  const hint = hintOf(result, timeZone);
  return {
    id: `${kind}-${result.id}`,
    group: texts.groups[kind],
    label: postName(result.label, LINE),
    icon,
    ...(hint && { hint }),
    ...(result.picture && { picture: result.picture }),
    run: () => go(href(result.id)),
  };
}

/**
 * What the business has under these words, by the server's one search.
 * @param known commands that are there without it, those that switch to another business among them
 */
export function useSearch(typed: string, known: readonly Command[], go: (href: string) => void) {
  const businessId = usePageBusiness();
  const timeZone = usePageTimeZone();
  const trimmed = typed.trim();
  const text = useSettled(trimmed, SEARCH_DELAY_MS);
  const asks = businessId !== null && text.length >= SHORTEST && trimmed.length >= SHORTEST;
  const { data, isError, isFetching, isPaused, isPlaceholderData, refetch } = useQuery({
    ...routeQuery(routes.search, { businessId, query: { q: text } }),
    enabled: asks,
    placeholderData: previousOf(businessId),
    staleTime: 30_000,
  });
  // What is held for these very words is shown without a network, too.
  const offline = asks && isPaused && (data === undefined || isPlaceholderData);
  const answer = asks && !isError && !offline ? data : undefined;
  const missing = answer?.missing ?? [];
  return {
    commands: (answer?.groups ?? []).flatMap(({ kind, results }) =>
      results.flatMap((result) => commandOf(kind, result, known, timeZone, go) ?? []),
    ),
    searching: trimmed.length >= SHORTEST && businessId !== null && (text !== trimmed || isFetching),
    offline,
    failed: asks && (isError || missing.length > 0) ? texts.missing(missing) : null,
    retry: () => void refetch(),
  };
}
