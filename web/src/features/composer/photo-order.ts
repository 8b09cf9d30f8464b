import type { Platform } from '@postloom/contracts';
import { platformRules } from '#lib/contract-data.ts';
import { composerTexts } from './texts.ts';

/** Most photos a draft without platforms may hold (the contract's own bound). */
const MOST = 35;

export type PhotoLimit = {
  photos: number;
  /** Whose limit it is; null while no platform is chosen. */
  platform: Platform | null;
};

/** The fewest photos that any of the chosen platforms takes. */
export function photoLimit(platforms: readonly Platform[]): PhotoLimit {
  return platforms.reduce<PhotoLimit>(
    (least, platform) =>
      platformRules[platform].maxPhotos < least.photos
        ? { photos: platformRules[platform].maxPhotos, platform }
        : least,
    { photos: MOST, platform: null },
  );
}

/** '2 of 4 photos. X takes at most 4.' */
export function limitText(count: number, limit: PhotoLimit): string {
  const { count: counted, limitOf } = composerTexts.photos;
  const all = counted(count, limit.photos);
  return limit.platform ? `${all} ${limitOf(platformRules[limit.platform].name, limit.photos)}` : all;
}

/** The list with the photo at `from` moved to place `to`; places outside are pulled to the ends. */
export function moved(ids: readonly string[], from: number, to: number): readonly string[] {
  const place = Math.max(0, Math.min(ids.length - 1, to));
  const id = ids[from];
  if (id === undefined || place === from) {
    return ids;
  }
  const rest = ids.filter((_, index) => index !== from);
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** Adds the photo at the end, or takes it out; a full list takes no more. */
export function toggled(ids: readonly string[], id: string, limit: PhotoLimit): readonly string[] {
  if (ids.includes(id)) {
    return ids.filter((one) => one !== id);
  }
  return ids.length >= limit.photos ? ids : [...ids, id];
}

/** The list with one photo in the place of another. */
export function swapped(ids: readonly string[], from: string, to: string): readonly string[] {
  return ids.includes(to) ? ids.filter((one) => one !== from) : ids.map((one) => (one === from ? to : one));
}
