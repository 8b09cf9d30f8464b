/** Texts of every list of photos as tiles. */
export const tileTexts = {
  restNotLoaded: 'The rest of your photos did not load.',
} as const;
