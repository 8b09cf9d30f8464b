import { argument } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { World } from '../world/world.ts';
import { graphInstant, refuseGraph } from './graph.ts';

const dayMs = 86_400_000;

/** One metric in Meta's envelope. */
export interface GraphMetric {
  readonly name: string;
  readonly period: 'lifetime' | 'day';
  /** `values` of a series, or the `total_value` of a window. */
  readonly answer:
    | { readonly values: readonly { readonly value: unknown; readonly end_time?: string }[] }
    | { readonly total_value: { readonly value: number } };
}

/** The metrics that the call asks for; an unknown one fails the whole request, and so does an empty list. */
export function askedMetrics(call: Call, known: readonly string[]): string[] {
  const names = (argument(call, 'metric') ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) {
    refuseGraph({ message: '(#3001) No metric was specified to be fetched', code: 3001, subcode: 1504028 });
  }
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    refuseGraph({ message: `(#100) metric[0] must be one of the following values: ${known.join(', ')}`, code: 100 });
  }
  return names;
}

/** A metric as both Graph hosts answer it. */
export function insightOf(ownerId: string, metric: GraphMetric): Record<string, unknown> {
  const words = metric.name.replaceAll('_', ' ');
  return {
    name: metric.name,
    period: metric.period,
    ...metric.answer,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    description: `${words} (${metric.period})`,
    id: `${ownerId}/insights/${metric.name}/${metric.period}`,
  };
}

/** Whether the figures of a day that ends then are not there yet. Without a lag even those of the day that has begun are. */
export function isLate(world: World, end: number): boolean {
  const days = world.settings.metaLagDays;
  return days > 0 && end > (Math.floor(world.tokenClock() / dayMs) - days) * dayMs;
}

/** `since` and `until` (unix seconds or a date) in milliseconds; the last 24 hours unless given. */
export function windowOf(call: Call, now: number, mostDays: number): { readonly from: number; readonly to: number } {
  const to = graphInstant(call, 'until') ?? now;
  const from = graphInstant(call, 'since') ?? to - dayMs;
  if (from >= to) {
    refuseGraph({ message: '(#100) since must be before until', code: 100 });
  }
  if (to - from > (mostDays + 1) * dayMs) {
    refuseGraph({
      message: `(#100) There cannot be more than ${mostDays} days (${mostDays * 86_400} s) between since and until`,
      code: 100,
    });
  }
  return { from, to };
}
