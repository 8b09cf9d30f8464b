/* Apart from the texts that the page brings along: these belong to a dialog that few open. */

export const reportBrandTexts = {
  title: 'Look of your reports',
  lead: 'For downloaded reports and those by email.',
  loading: 'Loading the look of your reports',
  loadFailed: 'The look of your reports could not be loaded.',
  upgrade: 'On the Agency plan, reports carry your own name and color, and nothing of Postloom.',
  seePlans: 'See plans',
  sender: 'From',
  senderHint: 'Your agency, for example. Left empty, reports are from the business.',
  color: 'Color',
  ownColor: 'Use a color of your own',
  preview: 'Preview',
  report: 'Social media report',
  reportFor: (business: string) => `Social media report for ${business}`,
  save: 'Save Look',
  saved: 'Your reports have their new look.',
  saveFailed: 'The look could not be saved. Please try again.',
} as const;
