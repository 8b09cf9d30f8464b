import type { Platform } from '@postloom/contracts';
import { platformsOf, statusOf, type CalendarEntry } from '#data/calendar-entries.ts';
import { postStateTexts } from '#data/texts.ts';
import { needOf, platformRules } from '#lib/contract-data.ts';
import { formatTime } from '#lib/format.ts';
import { listOf } from '#lib/words.ts';
import { troubleTexts } from './texts.ts';

/** Two posts of one platform this close together compete with each other. */
const CLOSE_MINUTES = 30;

/** Something about an entry that a person should check before, or after, it goes out. */
export type Trouble = { kind: 'failed' | 'attention' | 'account' | 'rules' | 'close'; text: string };

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
  const add = (key: string, ...troubles: readonly Trouble[]) => {
    const known = found.get(key);
    if (known) {
      known.push(...troubles);
    } else if (troubles.length > 0) {
      found.set(key, [...troubles]);
    }
  };
  for (const entry of entries) {
    add(entry.key, ...ownTroubles(entry, facts));
  }
  const coming = entries.filter((entry) => isComing(entry, facts.now));
  for (const [index, entry] of coming.entries()) {
    const end = Date.parse(entry.at) + CLOSE_MINUTES * 60_000;
    for (let next = index + 1; next < coming.length; next += 1) {
      const other = coming[next];
      if (!other || Date.parse(other.at) >= end) {
        break;
      }
      const shared = platformsOf(entry).filter((one) => platformsOf(other).includes(one));
      if (shared.length > 0) {
        add(entry.key, tooClose(shared, other, facts));
        add(other.key, tooClose(shared, entry, facts));
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
    troubles.push({ kind: 'failed', text: troubleTexts.failed(namesOf(failed)) });
  }
  if (entry.kind === 'post' && status === 'attention') {
    const { targets } = entry.post;
    const cutOff = targets.filter((target) => needOf(target) === 'reconnect').map(({ platform }) => platform);
    if (targets.some((target) => needOf(target) === 'answer')) {
      troubles.push({ kind: 'attention', text: troubleTexts.attention });
    }
    if (cutOff.length > 0) {
      troubles.push({ kind: 'attention', text: postStateTexts.waitsForReconnect(namesOf(cutOff)) });
    }
  }
  if (!isComing(entry, facts.now)) {
    return troubles;
  }
  const lost = platformsOf(entry).filter((one) => facts.waiting.has(one));
  const missing = platformsOf(entry).filter((one) => facts.connected?.has(one) === false && !facts.waiting.has(one));
  if (lost.length > 0) {
    troubles.push({ kind: 'account', text: postStateTexts.reconnectFirst(namesOf(lost)) });
  }
  if (missing.length > 0) {
    troubles.push({ kind: 'account', text: troubleTexts.connect(namesOf(missing)) });
  }
  const errors = entry.kind === 'post' ? (entry.post.preflight?.errors ?? 0) : 0;
  if (errors > 0) {
    troubles.push({ kind: 'rules', text: troubleTexts.rules(errors) });
  }
  return troubles;
}

/** Still to go out: scheduled and not over, or what a schedule will bring. */
function isComing(entry: CalendarEntry, now: number): boolean {
  const status = statusOf(entry);
  return (status === 'scheduled' || status === 'recurring') && Date.parse(entry.at) >= now;
}

const namesOf = (some: readonly Platform[]) => listOf(some.map((one) => platformRules[one].name));

/** Its text is put together when it is read: a full month has thousands, and shows the first few of a day. */
function tooClose(shared: readonly Platform[], other: CalendarEntry, { timeZone }: TroubleFacts): Trouble {
  return {
    kind: 'close',
    get text() {
      return troubleTexts.close(CLOSE_MINUTES, namesOf(shared), formatTime(other.at, timeZone));
    },
  };
}
