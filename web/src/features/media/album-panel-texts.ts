/** Texts of the panel of the albums, which not every visit to the library needs. */
export const albumPanelTexts = {
  panel: 'Albums',
  loading: 'Loading your albums',
  none: 'Keep photos together by season, product or customer.',
  actionsFor: (name: string) => `Actions for ${name}`,
} as const;
