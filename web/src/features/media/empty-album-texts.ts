/** Texts of an album that shows no photo. */
export const emptyAlbumTexts = {
  showInside: 'Show the photos inside',
  onlyInside: 'This album has no photos of its own. There may be some in the albums inside it.',
  goneHint: 'Its photos are still in your library, unless you deleted them.',
} as const;
