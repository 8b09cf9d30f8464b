import type { BodyOf, Photo } from '@postloom/contracts';
import { postMessages } from '#lib/contract-data.ts';
import type { routes } from '#lib/api/index.ts';
import { typedMoment, type LocalMoment, type TemporalApi } from '#lib/zoned-time.ts';
import type { Proposal } from './week-plan.ts';

/** What a person changed of a proposal. */
export type Edits = Partial<Pick<Proposal, 'caption' | 'date' | 'time'>> & { isLeftOut?: boolean };

/** A proposal as it is to be planned. */
export type WeekCard = Proposal & {
  isLeftOut: boolean;
  photo: Photo | null;
  /** What its day and time mean; null while one of them is missing. */
  moment: LocalMoment | null;
};

/** A photo for each of some cards; null: a person wants none there. */
export type ChosenPhotos = ReadonlyMap<string, Photo | null>;

/** Photos that no post has used come first, the newest of them first. `photos` are newest first. */
function inOrder(photos: readonly Photo[]): readonly Photo[] {
  const usable = photos.filter(({ status }) => status !== 'failed');
  return [...usable.filter((photo) => !photo.usedInPosts), ...usable.filter((photo) => photo.usedInPosts)];
}

/** The chosen photos of these cards, and one for each other of them, none twice; the same map when nothing changes. */
export function photosFor(keys: readonly string[], chosen: ChosenPhotos, photos: readonly Photo[]): ChosenPhotos {
  const kept = [...chosen].filter(([key]) => keys.includes(key));
  const taken = new Set(kept.map(([, photo]) => photo?.id));
  const free = inOrder(photos).filter(({ id }) => !taken.has(id));
  const added = keys.filter((key) => !chosen.has(key)).slice(0, free.length);
  return added.length === 0 && kept.length === chosen.size
    ? chosen
    : new Map([...kept, ...added.map((key, index) => [key, free[index] ?? null] as const)]);
}

/** Another photo for a card, or none. The card that had it gets the one that this card had, so that none is there twice. */
export function withPhoto(chosen: ChosenPhotos, key: string, photo: Photo | null): ChosenPhotos {
  const before = chosen.get(key) ?? null;
  const swapped = [...chosen].map(([other, has]) => [other, photo && has?.id === photo.id ? before : has] as const);
  return new Map([...swapped, [key, photo]]);
}

/** The proposals with what a person made of them. */
export function cardsOf(
  api: TemporalApi,
  proposals: readonly Proposal[],
  timeZone: string,
  { edits, photos }: { edits: ReadonlyMap<string, Edits>; photos: ChosenPhotos },
): readonly WeekCard[] {
  return proposals.map((proposal) => {
    const { isLeftOut = false, ...changed } = edits.get(proposal.key) ?? {};
    const card = { ...proposal, ...changed };
    const isMoved = card.date !== proposal.date || card.time !== proposal.time;
    return {
      ...card,
      why: isMoved ? '' : proposal.why,
      isLeftOut,
      photo: photos.get(proposal.key) ?? null,
      moment: typedMoment(api, card.date, card.time, timeZone),
    };
  });
}

/** What becomes of a card: without a photo it cannot go out, so it is kept as a draft. */
export function outcomeOf({ photo }: Pick<WeekCard, 'photo'>, asDrafts: boolean): 'scheduled' | 'draft' {
  return photo === null || asDrafts ? 'draft' : 'scheduled';
}

/** What keeps a card from being planned, in the words of the form that writes a post; null: nothing. */
export function problemOf({ caption, moment }: WeekCard, now: number): string | null {
  if (caption.trim() === '') {
    return postMessages.captionRequired;
  }
  return moment === null || Date.parse(moment.instant) < now ? postMessages.inThePast : null;
}

/** The post of a card, as it is asked for. */
export function bodyOf(card: WeekCard, asDrafts: boolean): BodyOf<typeof routes.createStarterWeek>['drafts'][number] {
  const { caption, platforms, photo, moment } = card;
  return {
    ...{ caption, platforms: [...platforms], status: outcomeOf(card, asDrafts) },
    ...{ scheduledFor: moment?.instant ?? '', photoId: photo?.id ?? null },
  };
}
