import type { Platform } from '@postloom/contracts';
import { platformRules } from '#lib/contract-data.ts';
import { formatTime } from '#lib/format.ts';
import { listOf, plural } from '#lib/words.ts';
import { platformsOf, statusOf, type CalendarEntry } from './calendar-entries.ts';

/** Two posts of one platform this close together compete with each other. */
export const CLOSE_MINUTES = 30;

export type TroubleKind = 'failed' | 'attention' | 'account' | 'rules' | 'close';
/** Something about an entry that a person should check before, or after, it goes out. */
export type Trouble = { kind: TroubleKind; text: string };

export type TroubleFacts = {
  /** Platforms with an account that works; undefined while it is not known. */
  connected: ReadonlySet<Platform> | undefined;
  /** Platforms whose account must be connected again. */
  waiting: ReadonlySet<Platform>;
  timeZone: string;
  now: number;
};

/** What a person should check, by the key of the entry. `entries` are in the order of time. */
export function troublesOf(
  entries: readonly CalendarEntry[],
  facts: TroubleFacts,
): ReadonlyMap<string, readonly Trouble[]> {
  const found = new Map<string, Trouble[]>();
  const add = (key: string, trouble: Trouble) => found.set(key, [...(found.get(key) ?? []), trouble]);
  for (const entry of entries) {
    for (const trouble of ownTroubles(entry, facts)) {
      add(entry.key, trouble);
    }
  }
  const coming = entries.filter((entry) => isComing(entry, facts.now));
  for (const [index, entry] of coming.entries()) {
    for (const other of coming.slice(index + 1)) {
      if (Date.parse(other.at) - Date.parse(entry.at) >= CLOSE_MINUTES * 60_000) {
        break;
      }
      const shared = platformsOf(entry).filter((one) => platformsOf(other).includes(one));
      if (shared.length > 0) {
        const where = namesOf(shared);
        add(entry.key, { kind: 'close', text: closeText(where, other, facts) });
        add(other.key, { kind: 'close', text: closeText(where, entry, facts) });
      }
    }
  }
  return found;
}

function ownTroubles(entry: CalendarEntry, facts: TroubleFacts): readonly Trouble[] {
  const status = statusOf(entry);
  const troubles: Trouble[] = [];
  if (entry.kind === 'post' && status === 'failed') {
    const failed = entry.post.targets.filter((target) => target.status === 'failed').map(({ platform }) => platform);
    troubles.push({ kind: 'failed', text: failed.length > 0 ? `Failed on ${namesOf(failed)}.` : 'Failed.' });
  }
  if (entry.kind === 'post' && status === 'attention') {
    troubles.push({ kind: 'attention', text: 'Needs your decision: it is not clear whether it went out.' });
  }
  if (!isComing(entry, facts.now)) {
    return troubles;
  }
  const lost = platformsOf(entry).filter((one) => facts.waiting.has(one));
  const missing = platformsOf(entry).filter((one) => facts.connected?.has(one) === false && !facts.waiting.has(one));
  if (lost.length > 0) {
    troubles.push({ kind: 'account', text: `Reconnect ${namesOf(lost)} so that it can go out.` });
  }
  if (missing.length > 0) {
    troubles.push({
      kind: 'account',
      text: `${namesOf(missing)} ${missing.length === 1 ? 'is' : 'are'} not connected.`,
    });
  }
  const errors = entry.kind === 'post' ? (entry.post.preflight?.errors ?? 0) : 0;
  if (errors > 0) {
    troubles.push({ kind: 'rules', text: `${plural(errors, 'thing')} to fix before it can go out.` });
  }
  return troubles;
}

/** Still to go out: scheduled and not over, or what a schedule will bring. */
function isComing(entry: CalendarEntry, now: number): boolean {
  const status = statusOf(entry);
  return (status === 'scheduled' || status === 'recurring') && Date.parse(entry.at) >= now;
}

const namesOf = (some: readonly Platform[]) => listOf(some.map((one) => platformRules[one].name));

function closeText(where: string, other: CalendarEntry, { timeZone }: TroubleFacts): string {
  return `Close to another post on ${where} at ${formatTime(other.at, timeZone)}.`;
}
