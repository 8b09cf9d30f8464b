import type { Business, CaptionVoice, Photo } from '@postloom/contracts';
import { use, useEffect, useMemo, useState } from 'react';
import type { AsyncQuery } from '#components/async.tsx';
import { useBestTimes } from '#data/best-times.ts';
import { useCaptionVoice } from '#data/caption-voice.ts';
import { useIndustryTemplate } from '#data/industry-template.ts';
import { useLimits } from '#data/limits.ts';
import { useRecentPhotos } from '#data/photos.ts';
import { connectedPlatforms, useSocialAccounts, useSocialStatus, waitingPlatforms } from '#data/social.ts';
import { useCalendar } from '#data/posts.ts';
import { keepEdits, keptEdits } from '#lib/kept-edits.ts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { cardsOf, photosFor, withPhoto, type ChosenPhotos, type Edits, type WeekCard } from './week-cards.ts';
import { proposeWeek, takenDays, WEEK_DAYS, withinPlan, type Proposal } from './week-plan.ts';

/** Photos to choose from: used ones are passed over while there are others. */
const PHOTOS = 24;
const noHashtags: CaptionVoice['hashtagSets'] = [];
const noPhotos: ChosenPhotos = new Map();

/**
 * The proposals for a week and what a person makes of them. They are laid out anew when something changes that they rest on: accounts, the
 * plan, the days that are taken. What was changed of a day stays, on this device as well until it is forgotten; once a part of the week is
 * made (`isBegun`), all of it does.
 */
export function useWeek(business: Business, isBegun: boolean) {
  const { timeZone } = business;
  const api = use(temporalReady());
  const [now] = useState(() => new Date());
  const template = useIndustryTemplate(business.industryType);
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const limits = useLimits();
  // A week with the trade's hashtags is better than none: it waits for this, but not for its success.
  const voice = useCaptionVoice();
  const ownHashtags = voice.data?.hashtagSets ?? noHashtags;
  const recent = useRecentPhotos(PHOTOS);
  const today = dayIn(timeZone, now);
  const calendar = useCalendar(today, shiftDay(today, WEEK_DAYS));
  const connected = useMemo(() => connectedPlatforms(status.data), [status.data]);
  const waiting = useMemo(() => waitingPlatforms(accounts.data), [accounts.data]);
  // Posts for an account that must be reconnected wait for that: better than none while there is no other.
  const usable = connected.size > 0 ? connected : waiting;
  const bestTimes = useBestTimes([...connected]);
  const { postsLimit, postsUsed } = limits.data ?? { postsLimit: 0, postsUsed: '0' };
  const left = postsLimit < 0 ? postsLimit : Math.max(0, postsLimit - Number(postsUsed));

  const [laidOut, setLaidOut] = useState<{ by: string; all: number; proposals: readonly Proposal[] } | null>(null);
  const isKnown =
    !voice.isPending &&
    [status, accounts, limits, recent].every(({ isSuccess }) => isSuccess) &&
    !calendar.isPlaceholderData;
  const taken = useMemo(() => calendar.data && takenDays(calendar.data, timeZone), [calendar.data, timeZone]);
  const by = [
    ...usable,
    left,
    bestTimes !== undefined,
    ...(taken ?? []),
    ...ownHashtags.flatMap(({ tags }) => tags),
  ].join(' ');
  if (isKnown && template.data && taken && laidOut?.by !== by && !isBegun) {
    const all = proposeWeek(api, {
      ...{ template: template.data, usable, timeZone, now },
      ...{ ownHashtags, taken, bestTimes: bestTimes?.cells ?? [] },
    });
    setLaidOut({ by, all: all.length, proposals: withinPlan(all, left) });
  }

  const place = `week.${business.id}`;
  const [edits, setEdits] = useState(
    (): ReadonlyMap<string, Edits> => new Map(Object.entries(keptEdits(place) as Record<string, Edits>)),
  );
  useEffect(() => keepEdits(place, Object.fromEntries(edits)), [place, edits]);
  const [chosen, setChosen] = useState(noPhotos);
  const proposals = laidOut?.proposals;
  const photos = photosFor(proposals?.map(({ key }) => key) ?? [], chosen, recent.photos);
  if (photos !== chosen) {
    setChosen(photos);
  }
  const cards = useMemo(
    () => proposals && cardsOf(api, proposals, timeZone, { edits, photos }),
    [api, proposals, timeZone, edits, photos],
  );

  const reads = [template, status, accounts, limits, calendar];
  const query: AsyncQuery<readonly WeekCard[]> = {
    data: cards,
    error: reads.find(({ error }) => error)?.error ?? (recent.isError ? new Error('photos') : null),
    fetchStatus: reads.find((read) => read.fetchStatus !== 'idle')?.fetchStatus ?? 'idle',
    refetch: () => {
      for (const read of [...reads, recent]) {
        void read.refetch();
      }
    },
  };
  return {
    ...{ query, cards, left, connected, waiting },
    /** Posts that the week could have, if the plan had enough left. */
    possible: laidOut?.all ?? 0,
    edit: (key: string, part: Edits) => setEdits((before) => new Map(before).set(key, { ...before.get(key), ...part })),
    /** The week is made, or given up. */
    forget: () => keepEdits(place, null),
    choosePhoto: (key: string, photo: Photo | null) => setChosen((before) => withPhoto(before, key, photo)),
  };
}

export type Week = ReturnType<typeof useWeek>;
