import { listOf, plural } from '#lib/words.ts';

/** What is said of photos that the library had twice. `all`: how many copies it is about, of which these are a part. */
export const twinTexts = {
  removed: (count: number) => `${plural(count, 'extra copy', 'extra copies')} removed`,
  noneRemoved: 'Nothing was removed',
  /** Those that were there before went where the copies had been put. */
  nowIn: (count: number, all: number, album: string) =>
    `${had(count, all)} ${count === 1 ? 'is' : 'are'} now in ${album}.`,
  staysIn: (count: number, all: number, albums: Iterable<string>) =>
    `${had(count, all)} ${count === 1 ? 'stays in its album,' : 'stay in their albums:'} ${listOf(albums)}.`,
  /** Nothing is removed of what would be the last copy. */
  lastCopies: (count: number, all: number) =>
    `${had(count, all)} ${count === 1 ? 'was deleted meanwhile, so the new copy stays' : 'were deleted meanwhile, so their new copies stay'}.`,
} as const;

function had(count: number, all: number): string {
  return all === 1 ? 'The photo you had' : `${plural(count, 'photo')} you had`;
}
