/** Texts of what an album shows of those around it. */
export const albumPartsTexts = {
  moveLabel: 'Move the album',
  path: 'Where this album is',
  insideList: 'Albums inside this one',
  withInside: 'With albums inside',
} as const;
