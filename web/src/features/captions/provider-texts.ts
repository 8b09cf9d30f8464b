/** Words of the choice of who writes; the two places where it is made say its success in their own ones. */
export const providerTexts = {
  lead: (business: string | undefined) =>
    `Who writes ${business === undefined ? 'your captions' : `the captions of ${business}`}. All three are included in every plan.`,
  switched: (provider: string) => ({
    title: 'AI Provider Updated',
    description: `Switched to ${provider} for caption generation.`,
  }),
  writtenBy: (writer: string) => `AI provider: ${writer}`,
  switchedBesideCaptions: () => ({ title: 'Provider Updated' }),
  failed: 'Failed to switch AI provider.',
} as const;
