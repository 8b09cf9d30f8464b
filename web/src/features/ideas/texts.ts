export const ideaTexts = {
  open: 'Need an idea?',
  openWithText: 'Ideas and hashtags',
  loading: 'Loading ideas',
  heading: (industry: string) => `Ideas for ${industry}`,
  examples: 'Or start from an example',
  photoWanted: (photo: string) => `Goes well with: ${photo}`,
  hashtags: 'Hashtags people in your trade use',
  chosen: 'Your idea',
  putAway: 'Put this idea away',
} as const;
