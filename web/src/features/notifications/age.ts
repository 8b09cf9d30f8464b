import { plural } from '#lib/words.ts';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string) => `${plural(count, unit)} ago`;

/** How long ago: 'Just now' under a minute, then minutes, then hours under 24, then days. A future time counts as now. */
export function ageLabel(at: string | Date, now: Date): string {
  const age = now.getTime() - new Date(at).getTime();
  if (!(age >= MINUTE)) {
    return 'Just now';
  }
  if (age < HOUR) {
    return counted(Math.floor(age / MINUTE), 'minute');
  }
  if (age < DAY) {
    return counted(Math.floor(age / HOUR), 'hour');
  }
  return counted(Math.floor(age / DAY), 'day');
}

/** '3', '99+' or nothing: what the bell shows. */
export function badgeText(unread: number): string | null {
  if (unread <= 0) {
    return null;
  }
  return unread > 99 ? '99+' : String(unread);
}

/** A path inside the product; anything else is not followed. */
export function safeLink(link: string | null): string | null {
  return link !== null && /^\/(?![/\\])/.test(link) ? link : null;
}

/** The post that a link opens; null when it leads elsewhere. */
export function postOf(link: string | null): string | null {
  const path = safeLink(link);
  return path === null ? null : new URLSearchParams(path.split('?')[1]).get('post');
}
