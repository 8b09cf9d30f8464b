/** Words of the dialog that gives a pause its end. */
export const resumeTexts = {
  title: (schedule: string) => `When should “${schedule}” resume?`,
  lead: (zone: string) =>
    `It resumes by itself when that day begins in ${zone}. Posts missed until then are not made up for.`,
  day: 'Resume on',
  hint: 'Leave empty to resume it yourself.',
} as const;
