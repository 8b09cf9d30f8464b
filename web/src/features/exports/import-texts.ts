import type { ExportCounts } from '@postloom/contracts';
import { formatNumber } from '#lib/format.ts';
import { plural } from '#lib/words.ts';
import { countsText } from './texts.ts';

export const importTexts = {
  title: 'Import an export',
  lead: 'Choose the zip of a Postloom export, from this account or another. Its businesses are added next to yours. Nothing gets published.',
  loading: 'Looking for your import',
  file: 'The zip of your export',
  choose: 'Choose a zip',
  another: 'Choose another zip',
  same: 'Choose the zip again',
  uploading: 'Your zip is being uploaded',
  uploadingHint: 'Keep this page open until it is here.',
  uploadFailed: 'The zip could not be uploaded. Choose it again, and it goes on where it stopped.',
  paused: (percent: number) =>
    `The upload stopped at ${percent}%. Choose the same zip again, and it goes on where it stopped.`,
  checking: 'Your zip is being checked',
  checkingHint: 'You can leave this page and choose later what comes back.',
  working: 'Your export is coming back',
  workingHint: 'You can leave this page. We email you when it has ended.',
  percent: (percent: number) => `${percent}% done`,
  found: 'Which businesses should come back?',
  nothing: 'This export has no business in it.',
  holds: (counts: ExportCounts, size: string) => `${countsText.ofBusiness(counts)}, ${size}`,
  settings: 'Also take over my caption preferences and notification settings',
  becomes:
    'Published posts come back as history. All others come back as drafts to look through, and recurring schedules come back paused.',
  tooMuch: (needed: string, room: string) =>
    `The photos take ${needed}, and your plan has room for ${room}. Photos that do not fit are left out: upgrade first, or choose fewer businesses.`,
  tooMany: (needed: number, room: number) =>
    `${plural(needed, 'post is a draft', 'posts are drafts')}, and your plan has ${formatNumber(room)} left this month. The others are left out: upgrade first, or choose fewer businesses.`,
  unknownRoom: 'We could not look up what your plan has room for. What does not fit is left out and listed afterwards.',
  begin: 'Bring back',
  beginning: 'Starting',
  beginFailed: 'The import could not be started. Please try again.',
  drop: 'Cancel',
  dropFailed: 'The import could not be canceled. Please try again.',
  done: 'Your export is back',
  brought: (counts: ExportCounts) =>
    counts.businesses === 0 ? 'Nothing came back.' : `${countsText.all(counts)} came back.`,
  leftOut: (number: number) => (number === 1 ? 'One thing was left out.' : `${plural(number, 'thing')} were left out.`),
  report: (number: number) => `What is different (${formatNumber(number)})`,
  place: (file: string, line: number) => `(${file}, line ${line})`,
  more: (number: number) => `And ${formatNumber(number)} more.`,
};
