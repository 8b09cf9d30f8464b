import { listOf, plural } from '#lib/words.ts';

/** What is said of photos that the library had twice. */
export const twinTexts = {
  removed: (count: number) => `${plural(count, 'extra copy', 'extra copies')} removed`,
  noneRemoved: 'Nothing was removed',
  /** Those that were there before went where the copies had been put. */
  nowIn: (count: number, album: string) =>
    count === 1 ? `The photo you had is now in ${album}.` : `${plural(count, 'photo')} you had are now in ${album}.`,
  staysIn: (count: number, albums: Iterable<string>) =>
    count === 1
      ? `The photo you had stays in its album, ${listOf(albums)}.`
      : `${plural(count, 'photo')} you had stay in their albums: ${listOf(albums)}.`,
  /** Nothing is removed of what would be the last copy. */
  lastCopies: (count: number) =>
    count === 1
      ? 'The photo you had was deleted meanwhile, so the new copy stays.'
      : `${plural(count, 'photo')} you had were deleted meanwhile, so their new copies stay.`,
} as const;
