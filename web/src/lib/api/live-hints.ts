import type { LiveHint } from '@postloom/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { pathOfKey } from './query.ts';
import { routes } from './routes.ts';

export type HintKind = LiveHint['type'];

/** Reads that a kind of hint makes stale: exactly these paths, `{name}` standing for one part that is no path of its own. */
export const pathsOfHint: Readonly<Record<HintKind, readonly string[]>> = {
  post: [
    '/api/posts',
    '/api/posts/{id}',
    '/api/posts/scheduled',
    '/api/posts/stats',
    '/api/dashboard/stats',
    '/api/analytics',
    '/api/calendar',
    '/api/photos',
    '/api/recurring-schedules',
    '/api/recurring-schedules/{id}/upcoming',
    '/api/recurring-schedules/{id}/occurrences',
    '/api/businesses/attention',
  ],
  photo: [
    '/api/photos',
    '/api/photos/tags',
    '/api/photos/deleted',
    '/api/photos/{id}/similar',
    '/api/albums',
    '/api/posts/stats',
    '/api/dashboard/stats',
    '/api/analytics',
    '/api/posts/preflight',
  ],
  album: ['/api/albums', '/api/photos', '/api/recurring-schedules'],
  schedule: [
    '/api/recurring-schedules',
    '/api/recurring-schedules/{id}/upcoming',
    '/api/recurring-schedules/{id}/occurrences',
    '/api/calendar',
    '/api/posts/stats',
    '/api/analytics',
  ],
  account: [
    '/api/social/status',
    '/api/social-accounts',
    '/api/social-accounts/replacements',
    '/api/social-accounts/shared',
    '/api/businesses/attention',
    '/api/social/{platform}/doctor',
    '/api/posts/preflight',
  ],
  notification: ['/api/notifications'],
  limits: ['/api/user/limits', '/api/user/usage-history', '/api/auth/user', '/api/billing', '/api/billing/invoices'],
  business: ['/api/businesses', '/api/businesses/{id}', '/api/user/active-business'],
};

const ownPaths = new Set(Object.values(routes).map(({ path }) => path));

/** True when `path` is what `template` describes; '/api/posts/{id}' does not describe '/api/posts/stats'. */
export function isPathOf(template: string, path: string): boolean {
  if (path === template || ownPaths.has(path)) {
    return path === template;
  }
  const [asked, known] = [path.split('/'), template.split('/')];
  return asked.length === known.length && known.every((part, index) => part.startsWith('{') || part === asked[index]);
}

/** Milliseconds between the first hint and its reads, so that what happens together is read together. */
const FIRST_MS = 80;
/** Milliseconds between two reads of the same path, however many hints come. */
const EVERY_MS = 1000;

/** Brings known rows up to date by their ids. Gives the paths that must be read again all the same; null: all of the kind. */
export type RowPatch = (ids: readonly string[]) => Promise<readonly string[] | null>;
export type RowPatches = Partial<Record<HintKind, RowPatch>>;

type RowTurn = { timer: ReturnType<typeof setTimeout> | undefined; last: number; ids: Set<string>; isRunning: boolean };
type Turn = { timer: ReturnType<typeof setTimeout> | undefined; last: number; all: boolean; late: Set<string> };

/**
 * Reads again what hints about a business make stale, the first time at once and then at most once a second per path. A read
 * that is running is never cut off, or a burst would starve it; as it may have begun before the change, it is repeated.
 */
export function hintRefresh(client: QueryClient, businessId: string, patches: RowPatches = {}) {
  const turns = new Map<string, Turn>();
  const rows = new Map<HintKind, RowTurn>();
  let stopped = false;

  const concerns = (template: string, { queryKey }: Query) => {
    const path = pathOfKey(queryKey);
    return (
      (queryKey[0] === businessId || queryKey[0] === null) &&
      path !== undefined &&
      (template === '*' || isPathOf(template, path))
    );
  };

  function flush(template: string, turn: Turn): void {
    turn.timer = undefined;
    turn.last = Date.now();
    const { all, late } = turn;
    turn.all = false;
    turn.late = new Set();
    const due = client.getQueryCache().findAll({
      predicate: (query) => (all || late.has(query.queryHash)) && concerns(template, query),
    });
    const free = new Set<Query>();
    for (const query of due) {
      if (query.state.fetchStatus === 'idle') {
        free.add(query);
      } else {
        turn.late.add(query.queryHash);
      }
    }
    void client.invalidateQueries({ predicate: (query) => free.has(query) }, { cancelRefetch: false });
    if (turn.late.size > 0) {
      wait(template, turn);
    }
  }

  function wait(template: string, turn: Turn): void {
    turn.timer ??= setTimeout(() => flush(template, turn), Math.max(FIRST_MS, turn.last + EVERY_MS - Date.now()));
  }

  function readAgain(template: string): void {
    if (stopped) {
      return;
    }
    const turn = turns.get(template) ?? { timer: undefined, last: -EVERY_MS, all: false, late: new Set() };
    turns.set(template, turn);
    turn.all = true;
    wait(template, turn);
  }

  /** One patch of a kind at a time: an answer that is overtaken would put an older row over a newer one. */
  async function patchRows(kind: HintKind, patch: RowPatch, turn: RowTurn): Promise<void> {
    turn.timer = undefined;
    turn.last = Date.now();
    turn.isRunning = true;
    const ids = [...turn.ids];
    turn.ids.clear();
    const stale = await patch(ids).catch(() => null);
    turn.isRunning = false;
    (stale ?? pathsOfHint[kind]).forEach(readAgain);
    if (turn.ids.size > 0) {
      waitToPatch(kind, patch, turn);
    }
  }

  function waitToPatch(kind: HintKind, patch: RowPatch, turn: RowTurn): void {
    if (!turn.isRunning && !stopped) {
      turn.timer ??= setTimeout(
        () => void patchRows(kind, patch, turn),
        Math.max(FIRST_MS, turn.last + EVERY_MS - Date.now()),
      );
    }
  }

  return {
    take({ type: kind, id }: { type: HintKind; id: string }): void {
      const patch = patches[kind];
      if (!patch || stopped) {
        pathsOfHint[kind].forEach(readAgain);
        return;
      }
      const turn = rows.get(kind) ?? { timer: undefined, last: -EVERY_MS, ids: new Set(), isRunning: false };
      rows.set(kind, turn);
      turn.ids.add(id);
      waitToPatch(kind, patch, turn);
    },
    /** Hints may have been missed: everything that is kept may be stale. */
    missed: () => readAgain('*'),
    stop(): void {
      stopped = true;
      for (const { timer } of [...turns.values(), ...rows.values()]) {
        clearTimeout(timer);
      }
    },
  };
}

/** The hint in an event's data, or null for what this page does not know: a newer server's kind, the opening event. */
export function hintOf(data: string): LiveHint | null {
  try {
    const value = JSON.parse(data) as Partial<LiveHint>;
    return value.type !== undefined && value.type in pathsOfHint ? (value as LiveHint) : null;
  } catch {
    return null;
  }
}
