import { eventually } from '../../../harness/src/eventually.ts';
import type { FiringAlert, Watching } from '../watching.ts';
import type { World } from './world.ts';

/** What is broken to make alerts fire, and everything that may fire with them. */
export interface Fault {
  readonly alerts: readonly string[];
  /** As it is printed: what happens. */
  readonly cause: string;
  /** Alerts that wake somebody and may fire beside them, because the same cause endangers that as well. */
  readonly companions?: readonly string[];
  /** Breaks it, waits for the alerts, and mends it whatever happened. */
  play(world: World, alarm: Alarm): Promise<void>;
}

/** What the fault waits for. */
export interface Alarm {
  /** Resolves when all of these fire. */
  fires(...alerts: readonly string[]): Promise<void>;
}

export interface Fired {
  readonly alert: string;
  readonly cause: string;
  /** Seconds from the beginning of the fault. Null: it did not fire. */
  readonly firedAfter: number | null;
  /** Seconds from the end of the fault. Null: it did not resolve. */
  readonly resolvedAfter: number | null;
  /** What a person reads: summary and description, with their values. */
  readonly text: string | null;
}

export interface Outcome {
  readonly fired: readonly Fired[];
  /** Alerts that wake somebody, fired meanwhile, and are no companions. */
  readonly strangers: readonly string[];
  readonly failure: string | null;
}

const EVERY_MS = 500;
const CALM_MS = 120_000;
const FIRE_MS = 180_000;
/** The longest window after which something is forgotten is a day. */
const resolveMs = (factor: number): number => (24 * 3_600_000) / factor + 120_000;

const nameOf = (alert: FiringAlert): string => alert.labels['alertname'] ?? '';
const isPage = (alert: FiringAlert): boolean => alert.labels['severity'] === 'page';
const seconds = (since: number): number => Number(((performance.now() - since) / 1_000).toFixed(1));

/** Plays one fault when all is calm, and says what fired and what resolved. */
export async function drill(fault: Fault, world: World, prometheus: Watching, factor: number): Promise<Outcome> {
  const wanted = new Set(fault.alerts);
  const allowed = new Set([...fault.alerts, ...(fault.companions ?? [])]);
  await eventually(
    'nothing fires',
    async () => (await prometheus.firing()).every((alert) => !isPage(alert) && !wanted.has(nameOf(alert))),
    CALM_MS,
    EVERY_MS,
  );
  const seen = new Map<string, { readonly after: number; readonly text: string }>();
  const strangers = new Set<string>();
  const began = performance.now();
  const look = async (): Promise<ReadonlySet<string>> => {
    const firing = await prometheus.firing();
    for (const alert of firing) {
      const { summary, description } = alert.annotations;
      const name = nameOf(alert);
      if (!seen.has(name)) {
        seen.set(name, { after: seconds(began), text: `${summary}. ${description}` });
      }
      if (isPage(alert) && !allowed.has(name)) {
        strangers.add(name);
      }
    }
    return new Set(firing.map(nameOf));
  };
  const alarm: Alarm = {
    fires: async (...alerts) => {
      await eventually(
        `${alerts.join(', ')} fire`,
        async () => {
          await look();
          return alerts.every((alert) => seen.has(alert));
        },
        FIRE_MS,
        EVERY_MS,
      );
    },
  };
  let failure: string | null = null;
  await fault.play(world, alarm).catch((error: unknown) => {
    failure = (error as Error).message;
  });
  const ended = performance.now();
  const resolved = new Map<string, number>();
  await eventually(
    'all of it resolves',
    async () => {
      const firing = await look();
      for (const alert of fault.alerts) {
        if (seen.has(alert) && !firing.has(alert) && !resolved.has(alert)) {
          resolved.set(alert, seconds(ended));
        }
      }
      return resolved.size === fault.alerts.filter((alert) => seen.has(alert)).length;
    },
    resolveMs(factor),
    EVERY_MS,
  ).catch((error: unknown) => {
    failure ??= (error as Error).message;
  });
  return {
    fired: fault.alerts.map((alert) => ({
      alert,
      cause: fault.cause,
      firedAfter: seen.get(alert)?.after ?? null,
      resolvedAfter: resolved.get(alert) ?? null,
      text: seen.get(alert)?.text ?? null,
    })),
    strangers: [...strangers],
    failure,
  };
}
