import { plural } from '#lib/words.ts';

/** Texts of what brings photos besides files: a zip, a link. */
export const moreWaysTexts = {
  zip: {
    label: 'Add a zip of photos',
    refused: (zip: string) => `Not everything in ${zip} was added`,
    /** Some came in: that is said before what did not. `business`: its name, for who has several. */
    arrived: (photos: number, zip: string, business: string | null) =>
      `${plural(photos, 'photo')} from ${zip} ${photos === 1 ? 'is' : 'are'} in ${
        business === null ? 'your library' : `the library of ${business}`
      }`,
    leftOut: (reasons: string) => `Left out: ${reasons}`,
    empty: 'There is no photo in it.',
    none: (name: string) => `${name} is not a zip.`,
    /** The plan had no room for more than `arrived` of `all` photos. */
    full: (arrived: number, all: number, reason: string) => `${arrived} of ${plural(all, 'photo')} came in. ${reason}`,
    notBegun: (zips: number) => `${plural(zips, 'more zip')} ${zips === 1 ? 'was' : 'were'} left out.`,
    failed: 'It could not be read to its end. Please try again.',
  },
  link: {
    label: 'Add a photo from a link',
    hint: 'The address of the picture itself, on a public website.',
    add: 'Add photo',
    adding: 'Adding...',
    added: (name: string) => `${name} is in your library.`,
    notAddress: 'This is not a web address. For example: https://www.example.org/flower.jpg',
    failed: 'The photo could not be added. Please try again.',
  },
};
