import type { ImportResult, Platform } from '@postloom/contracts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { plural } from '#lib/words.ts';

/** What the server takes (contracts: importLimits); said before a file is sent. */
export const csvLimits = { bytes: 500_000, rows: 500 } as const;

/** The columns of the file, as the dialog explains them. */
export const csvColumns: readonly { name: string; required: boolean; text: string }[] = [
  { name: 'caption', required: true, text: 'The text of the post.' },
  {
    name: 'platforms',
    required: true,
    text: `Where it goes, separated by commas: ${platforms.map((one) => platformRules[one].name.toLowerCase()).join(', ')}.`,
  },
  { name: 'date', required: false, text: 'The day, as 2026-12-31. Without a date and a time the post is a draft.' },
  { name: 'time', required: false, text: 'The time of that day, as 18:30.' },
  { name: 'scheduled_for', required: false, text: 'Day and time in one, as 2026-12-31T18:30, instead of the two.' },
  { name: 'photos', required: false, text: 'File names of photos in your library, separated by commas.' },
  { name: 'status', required: false, text: 'draft or scheduled. Empty: scheduled when there is a date and a time.' },
  { name: 'caption_x', required: false, text: 'Another text for one platform; likewise caption_instagram and so on.' },
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
    return `${file.name} is not a CSV file. Save the table as CSV and choose that.`;
  }
  if (file.size === 0) {
    return `${file.name} is empty.`;
  }
  if (file.size > csvLimits.bytes) {
    return `${file.name} is larger than 500 KB. Please split it.`;
  }
  return null;
}

/** What became of the file, in a sentence. */
export function summaryOf(result: ImportResult): { tone: 'moss' | 'weld' | 'madder'; text: string } {
  if (result.refused === 0) {
    return { tone: 'moss', text: `${plural(result.created, 'post')} created.` };
  }
  if (result.created === 0) {
    const untried = result.rows.some((row) => row.outcome === 'not_tried');
    return {
      tone: 'madder',
      text: `Nothing was created: ${plural(result.refused, 'row')} of ${result.total} could not be taken${untried ? ', so the others were left out too' : ''}.`,
    };
  }
  return {
    tone: 'weld',
    text: `${plural(result.created, 'post')} created, ${plural(result.refused, 'row')} of ${result.total} could not be taken.`,
  };
}

/** 'caption_twitter' as people wrote it. */
export function columnName(column: string): string {
  const [, platform] = /^caption_(\w+)$/.exec(column) ?? [];
  if (!platform || !(platform in platformRules)) {
    return column;
  }
  return `caption for ${platformRules[platform as Platform].name}`;
}
