import type { ImportResult, Platform } from '@postloom/contracts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { importTexts } from './import-texts.ts';

/** What the server takes (contracts: importLimits); said before a file is sent. */
export const csvLimits = { bytes: 500_000, rows: 500 } as const;
export const csvSize = `${csvLimits.bytes / 1000} KB`;

/** The columns of the file, as the dialog explains them. */
export const csvColumns: readonly { name: string; required: boolean; text: string }[] = [
  { name: 'caption', required: true, text: 'The text of the post.' },
  {
    name: 'platforms',
    required: true,
    text: `Where it goes, separated by commas: ${platforms.map((one) => platformRules[one].name.toLowerCase()).join(', ')}.`,
  },
  { name: 'date', required: false, text: 'The day, as 2026-12-31. Without a date and time, the post is a draft.' },
  { name: 'time', required: false, text: 'The time of that day, as 18:30.' },
  {
    name: 'scheduled_for',
    required: false,
    text: 'Day and time together, as 2026-12-31T18:30, instead of date and time.',
  },
  { name: 'photos', required: false, text: 'File names of photos in your library, separated by commas.' },
  { name: 'status', required: false, text: 'draft or scheduled. If empty: scheduled when there is a date and time.' },
  {
    name: 'caption_x',
    required: false,
    text: 'A different caption for one platform. The same goes for caption_instagram and so on.',
  },
];

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A file to start from: the columns, a post on `day` and a draft. */
export function csvTemplate(day: string): string {
  const rows = [
    ['caption', 'platforms', 'date', 'time', 'photos', 'caption_x'],
    ['Rye from this morning, still warm.', 'instagram, x', day, '09:00', 'rye.jpg', 'Rye, still warm.'],
    ['An idea without a date stays a draft.', 'facebook', '', '', '', ''],
  ];
  return `${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}

/** Why a file is not sent; null when it may go. */
export function fileProblem(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (!/\.(csv|txt)$/i.test(file.name) && !/csv|text\/plain/.test(file.type)) {
    return importTexts.notCsv(file.name);
  }
  if (file.size === 0) {
    return importTexts.empty(file.name);
  }
  if (file.size > csvLimits.bytes) {
    return importTexts.tooLarge(file.name, csvSize);
  }
  return null;
}

/** What became of the file, in a sentence or two. */
export function summaryOf({ created, refused, total, duplicates = 0, rows }: ImportResult): {
  tone: 'moss' | 'weld' | 'madder';
  text: string;
} {
  const leftOut = duplicates === 0 ? '' : ` ${importTexts.leftOut(duplicates)}`;
  if (refused === 0) {
    return { tone: created > 0 ? 'moss' : 'weld', text: importTexts.created(created) + leftOut };
  }
  if (created > 0) {
    return { tone: 'weld', text: importTexts.createdSome(created, refused, total) + leftOut };
  }
  const isStopped = rows.some(({ outcome }) => outcome === 'not_tried');
  return { tone: 'madder', text: importTexts[isStopped ? 'stopped' : 'createdNone'](refused, total) + leftOut };
}

/** 'caption_twitter' as people wrote it. */
export function columnName(column: string): string {
  const [, platform] = /^caption_(\w+)$/.exec(column) ?? [];
  if (!platform || !(platform in platformRules)) {
    return column;
  }
  return `caption for ${platformRules[platform as Platform].name}`;
}
