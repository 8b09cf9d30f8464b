export const wordsTexts = { writing: 'Being written' } as const;
