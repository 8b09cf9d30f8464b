import type { ReportFormat, ReportFrequency } from '@postloom/contracts';

/* Apart from the texts that the page brings along: these belong to a dialog that few open. */

export const reportMailTexts = {
  title: 'Reports by email',
  lead: 'Each report covers the days since the one before, compared with the days before those.',
  sentTo: (email: string) => `They go to ${email}.`,
  unconfirmed: (email: string) =>
    `Reports go out once ${email} is confirmed. Follow the link in the email we sent you.`,
  loading: 'Loading your reports',
  loadFailed: 'Your reports could not be loaded.',
  none: 'No report comes by email yet.',
  list: 'Your reports by email',
  formats: { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel' } satisfies Record<ReportFormat, string>,
  frequencies: { weekly: 'Every week', monthly: 'Every month' } satisfies Record<ReportFrequency, string>,
  weekly: (weekday: string, time: string) => `Every ${weekday} at ${time}`,
  monthly: (day: number, time: string) =>
    day > 28 ? `On day ${day} of the month, or its last day, at ${time}` : `On day ${day} of the month at ${time}`,
  next: (when: string) => `Next: ${when}`,
  paused: 'Paused',
  active: (name: string) => `Send: ${name}`,
  remove: (name: string) => `Delete: ${name}`,
  removed: 'The report no longer comes.',
  removeFailed: 'The report could not be deleted. Please try again.',
  changeFailed: 'The report could not be changed. Please try again.',
  add: 'Add a report',
  frequency: 'How often',
  weekday: 'Weekday',
  day: 'Day of the month',
  lastDay: 'In shorter months it comes on the last day.',
  hour: 'Time',
  format: 'File',
  save: 'Add Report',
  saving: 'Adding...',
  saved: 'The report comes by email from now on.',
  saveFailed: 'The report could not be added. Please try again.',
  enough: (most: number) => `${most} reports is the most you can get for one business. Delete one to add another.`,
} as const;
