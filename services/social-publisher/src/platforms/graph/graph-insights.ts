import { noFigures } from '@postloom/contracts';
import type { PostFigures } from '@postloom/contracts';
import { asCount, asList, asObject, asText } from '../http-call.ts';
import { dayEndingAt, isNotTold } from '../account-days.ts';
import type { DayWindow } from '../account-days.ts';
import { PlatformError } from '../platform.port.ts';
import type { PostToRead } from '../platform.port.ts';

/** The lifetime value of each metric of an answer. One without data is missing, which is not zero. */
export function lifetimeValues(answer: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const values = asList(answer['data']).map((metric): [string, unknown] => [
    asText(metric['name']) ?? '',
    asList(metric['values'])[0]?.['value'],
  ]);
  return new Map(values);
}

/** The total of each metric over the window that was asked about. */
export function totalValues(answer: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const totals = asList(answer['data']).map((metric): [string, unknown] => [
    asText(metric['name']) ?? '',
    asObject(metric['total_value'])?.['value'],
  ]);
  return new Map(totals);
}

/** By day the values of each metric, for days that ended in the window. */
export function dailyValues(
  answer: Readonly<Record<string, unknown>>,
  { from, to }: Pick<DayWindow, 'from' | 'to'>,
): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const days = new Map<string, Map<string, unknown>>();
  for (const metric of asList(answer['data'])) {
    for (const { value, end_time: end } of asList(metric['values'])) {
      const at = new Date(asText(end)?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? '');
      if (at.getTime() > from && at.getTime() <= to) {
        const day = dayEndingAt(at);
        days.set(day, (days.get(day) ?? new Map<string, unknown>()).set(asText(metric['name']) ?? '', value));
      }
    }
  }
  return days;
}

/** `post_reactions_by_type_total`: `{"like": 3, "love": 1}`. */
export function reactionsIn(value: unknown): number | null {
  const byType = asObject(value);
  return byType === null ? null : Object.values(byType).reduce<number>((sum, count) => sum + (asCount(count) ?? 0), 0);
}

/** Each post by calls of its own, without those that the platform does not show (any more). @throws {PlatformError} any other problem */
export async function readEach(
  posts: readonly PostToRead[],
  read: (remoteId: string) => Promise<PostFigures>,
): Promise<ReadonlyMap<string, PostFigures>> {
  const told = new Map<string, PostFigures>();
  for (const { remoteId } of posts) {
    const figures = await unlessGone(read(remoteId));
    if (figures !== null) {
      told.set(remoteId, figures);
    }
  }
  return told;
}

async function unlessGone(read: Promise<PostFigures>): Promise<PostFigures | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof PlatformError && isNotTold(error.problem)) {
      return null;
    }
    throw error;
  }
}

/** Figures by name; the others are null. */
export function figuresFrom(told: Partial<PostFigures>): PostFigures {
  return { ...noFigures, ...told };
}
