import { plural } from '#lib/words.ts';

/** Texts of the panel of the albums, which not every visit to the library needs. */
export const albumPanelTexts = {
  panel: 'Albums',
  loading: 'Loading your albums',
  none: 'Keep photos together by season, product or customer.',
  inside: (photos: number) => `${plural(photos, 'photo')} in the albums inside it`,
  actionsFor: (name: string) => `Actions for ${name}`,
} as const;
