/** Of the cards that the dashboard shows, which does without the other texts about businesses. */
export const businessCardTexts = {
  know: 'Captions know your business',
  knowNothing: 'Teach the AI about your business',
  voice: (tone: string) => `Written in your ${tone} voice, for the audience you described.`,
  tellUs: 'Tell us who your customers are and what you’re known for. Three lines are enough.',
} as const;
