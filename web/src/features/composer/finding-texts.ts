/** Of the list of findings, whose code comes after the form's. */
export const findingTexts = {
  fixFailed: 'The fix could not be applied. Please try again.',
} as const;
