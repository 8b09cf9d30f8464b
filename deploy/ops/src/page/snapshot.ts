import { aiProviders } from '../../../../libs/contracts/src/captions/providers.ts';
import { platformRules, platforms } from '../../../../libs/contracts/src/platforms/catalogue.ts';
import type { FiringAlert, Sample } from './prometheus-api.ts';
import { queries } from './queries.ts';
import type { QueryName } from './queries.ts';

/** Null everywhere: there is no figure, because nothing of it happened or nothing of it is scraped. */
export interface Snapshot {
  /** When Prometheus was asked, in milliseconds. */
  readonly at: number;
  /** How old the newest scrape was then, in seconds. Null: no process is scraped. */
  readonly dataAge: number | null;
  readonly alerts: readonly FiringAlert[];
  readonly promise: {
    /** Shares of the due posts that were public in time. */
    readonly fiveMinutes: number | null;
    readonly hour: number | null;
    readonly month: number | null;
    readonly monthDue: number;
    /** Late or not sent, of the month. */
    readonly monthLate: number;
    /** The part of what may be late that is left: 1 all of it, below 0 more than there was. */
    readonly budgetLeft: number | null;
  };
  readonly dueOldest: number | null;
  readonly lagMiddle: number | null;
  readonly lagSlow: number | null;
  readonly outbox: { readonly service: string; readonly seconds: number } | null;
  /** Of the last day. */
  readonly parked: readonly { readonly service: string; readonly handler: string; readonly events: number }[];
  readonly platforms: readonly PlatformFigures[];
  readonly providers: readonly ProviderFigures[];
  readonly services: readonly ServiceFigures[];
  readonly queues: readonly QueueFigures[];
}

export interface PlatformFigures {
  readonly name: string;
  readonly label: string;
  readonly calls: number;
  readonly published: number;
  readonly failed: number;
  readonly unclear: number;
  readonly slow: number | null;
  readonly open: number;
  readonly openOldest: number | null;
  readonly reconnects: number;
}

export interface ProviderFigures {
  readonly name: string;
  readonly label: string;
  readonly calls: number;
  readonly failed: number;
  readonly slow: number | null;
  readonly tokens: number;
  readonly cost: number;
}

export interface ServiceFigures {
  readonly name: string;
  readonly up: number;
  readonly processes: number;
  readonly requests: number | null;
  readonly failedShare: number | null;
  readonly slow: number | null;
}

export interface QueueFigures {
  readonly service: string;
  readonly worker: string;
  readonly waiting: number;
  readonly oldest: number;
}

/** Of the due posts so many may be late or not sent (helm/postloom/files/alerts.yaml). */
export const ALLOWED_LATE = 0.001;
/** What a provider answers when it has no caption to give for reasons of its own. */
const REFUSED = new Set(['unavailable', 'timeout', 'rate_limited', 'not_authorized']);

/** What is asked of Prometheus. */
export interface Asked {
  ask(query: string): Promise<readonly Sample[]>;
  firing(): Promise<readonly FiringAlert[]>;
}

/** Asks everything at once and puts it together. */
export async function readSnapshot(prometheus: Asked, at: number): Promise<Snapshot> {
  const names = Object.keys(queries) as QueryName[];
  const [alerts, ...answers] = await Promise.all([
    prometheus.firing(),
    ...names.map(async (name) => [name, await prometheus.ask(queries[name])] as const),
  ]);
  return snapshotOf(Object.fromEntries(answers) as Record<QueryName, readonly Sample[]>, alerts, at);
}

function snapshotOf(
  answers: Readonly<Record<QueryName, readonly Sample[]>>,
  alerts: readonly FiringAlert[],
  at: number,
): Snapshot {
  const one = (name: QueryName): number | null => answers[name][0]?.value ?? null;
  const of = (name: QueryName, labels: Readonly<Record<string, string>>): number | null =>
    answers[name].find((sample) => isOf(sample, labels))?.value ?? null;
  /** An increase is an estimate; what is counted here are whole things. */
  const counted = (name: QueryName, labels: Readonly<Record<string, string>>): number =>
    Math.round(answers[name].filter((sample) => isOf(sample, labels)).reduce((sum, { value }) => sum + value, 0));
  const inTime = (late: number | null): number | null => (late === null ? null : 1 - late);

  const monthDue = Math.round(one('monthDue') ?? 0);
  const monthLate = Math.max(0, monthDue - Math.round(one('monthInTime') ?? 0));
  const [outbox] = answers.outboxOldest.toSorted((a, b) => b.value - a.value);
  return {
    at,
    dataAge: one('dataAge'),
    alerts,
    promise: {
      fiveMinutes: inTime(one('late5m')),
      hour: inTime(one('lateHour')),
      month: monthDue === 0 ? null : 1 - monthLate / monthDue,
      monthDue,
      monthLate,
      budgetLeft: monthDue === 0 ? null : 1 - monthLate / (monthDue * ALLOWED_LATE),
    },
    dueOldest: one('dueOldest'),
    lagMiddle: one('lagMiddle'),
    lagSlow: one('lagSlow'),
    outbox: outbox === undefined ? null : { service: labelOf(outbox, 'service'), seconds: outbox.value },
    parked: answers.parked
      .map((sample) => ({
        service: labelOf(sample, 'service'),
        handler: labelOf(sample, 'handler'),
        events: Math.round(sample.value),
      }))
      .filter(({ events }) => events > 0),
    platforms: platforms.map((name) => ({
      name,
      label: platformRules[name].name,
      calls: counted('platformCalls', { platform: name }),
      published: counted('platformEnds', { platform: name, end: 'published' }),
      failed: counted('platformEnds', { platform: name, end: 'failed' }),
      unclear: counted('platformUnclear', { platform: name }),
      slow: of('platformSlow', { platform: name }),
      open: counted('platformOpen', { platform: name }),
      openOldest: of('platformOpenOldest', { platform: name }),
      reconnects: counted('platformReconnects', { platform: name }),
    })),
    providers: aiProviders.map(({ id: name, longLabel: label }) => {
      const calls = answers.providerCalls.filter((sample) => isOf(sample, { provider: name }));
      const refused = calls.filter((sample) => REFUSED.has(labelOf(sample, 'outcome')));
      return {
        name,
        label,
        calls: Math.round(calls.reduce((sum, { value }) => sum + value, 0)),
        failed: Math.round(refused.reduce((sum, { value }) => sum + value, 0)),
        slow: of('providerSlow', { provider: name }),
        tokens: counted('providerTokens', { provider: name }),
        cost: of('providerCost', { provider: name }) ?? 0,
      };
    }),
    services: unique(answers.serviceProcesses, 'service').map((name) => {
      const requests = of('serviceRequests', { service: name });
      return {
        name,
        up: of('serviceUp', { service: name }) ?? 0,
        processes: of('serviceProcesses', { service: name }) ?? 0,
        requests,
        failedShare:
          requests === null || requests === 0 ? null : (of('serviceFailed', { service: name }) ?? 0) / requests,
        slow: of('serviceSlow', { service: name }),
      };
    }),
    queues: answers.waiting
      .map((sample) => ({
        service: labelOf(sample, 'service'),
        worker: labelOf(sample, 'worker'),
        waiting: sample.value,
        oldest: of('waitingOldest', sample.labels) ?? 0,
      }))
      .toSorted((a, b) => b.oldest - a.oldest || b.waiting - a.waiting),
  };
}

const labelOf = ({ labels }: Sample, name: string): string => labels[name] ?? '';
const isOf = (sample: Sample, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([name, value]) => sample.labels[name] === value);
const unique = (samples: readonly Sample[], label: string): readonly string[] =>
  [...new Set(samples.map((sample) => labelOf(sample, label)))].toSorted();
