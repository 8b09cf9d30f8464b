import type { IndustryTemplate, Photo, Platform } from '@postloom/contracts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { weekdays } from '#lib/format.ts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { momentOf, type TemporalApi } from '#lib/zoned-time.ts';

/** One draft of the week, before it is made. */
export type Proposal = {
  /** ISO 8601 in UTC. */
  scheduledFor: string;
  kind: string;
  caption: string;
  /** What the trade would show here. */
  photoWanted: string;
  photo: Photo;
  platforms: Platform[];
};

export type WeekQuestion = {
  template: Pick<IndustryTemplate, 'postingRhythm' | 'examplePosts'>;
  /** Newest first. */
  photos: readonly Photo[];
  connected: ReadonlySet<Platform>;
  timeZone: string;
  now: Date;
  /** Posts that the plan has left; -1 is unlimited. */
  left: number;
};

const DAYS = 7;
/** A proposal leaves time to be read. */
const LEAD_MS = 60 * 60_000;
const WEEK_MS = DAYS * 86_400_000;

type Example = IndustryTemplate['examplePosts'][number];

/** Where an example can go: the platforms it was written for, else those whose captions are long enough for it. */
function platformsFor({ caption, platforms: written }: Example, connected: ReadonlySet<Platform>): Platform[] {
  const usable = platforms.filter((platform) => connected.has(platform));
  const meant = usable.filter((platform) => written.includes(platform));
  return meant.length > 0
    ? meant
    : usable.filter((platform) => [...caption].length <= platformRules[platform].captionLimit);
}

/** Photos that no post has used come first, the newest of them first. */
function inOrder(photos: readonly Photo[]): readonly Photo[] {
  const usable = photos.filter(({ status }) => status !== 'failed');
  return [...usable.filter((photo) => !photo.usedInPosts), ...usable.filter((photo) => photo.usedInPosts)];
}

/**
 * The next seven days by the rhythm of the trade: for each of its times a photo, each photo once, and an example of that kind. As many as
 * there are photos and posts left, soonest first. Another week brings the other examples.
 */
export function proposeWeek(api: TemporalApi, question: WeekQuestion): readonly Proposal[] {
  const { template, photos, connected, timeZone, now, left } = question;
  const today = dayIn(timeZone, now);
  const slots = Array.from({ length: DAYS + 1 }, (_, ahead) => shiftDay(today, ahead)).flatMap((date) => {
    const name = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]?.name.toLowerCase();
    return template.postingRhythm
      .filter(({ weekday }) => weekday === name)
      .map((slot) => ({ kind: slot.kind, instant: momentOf(api, date, slot.time, timeZone).instant }));
  });
  const earliest = now.getTime() + LEAD_MS;
  const upcoming = slots.filter(({ instant }) => {
    const at = Date.parse(instant);
    return at >= earliest && at < earliest + WEEK_MS;
  });
  const week = Math.floor(now.getTime() / WEEK_MS);
  const most = left < 0 ? upcoming.length : left;
  const free = inOrder(photos).values();
  const proposals: Proposal[] = [];
  for (const { kind, instant } of upcoming.slice(0, most)) {
    const examples = template.examplePosts.filter((example) => example.kind === kind);
    const turned = examples.map((_, index) => examples[(index + week) % examples.length]).flatMap((one) => one ?? []);
    const found = turned
      .map((example) => ({ example, goes: platformsFor(example, connected) }))
      .find(({ goes }) => goes.length > 0);
    if (found === undefined) {
      continue;
    }
    const { value: photo } = free.next();
    if (photo === undefined) {
      break;
    }
    const { caption, photo: photoWanted } = found.example;
    proposals.push({ scheduledFor: instant, kind, caption, photoWanted, photo, platforms: found.goes });
  }
  return proposals;
}
