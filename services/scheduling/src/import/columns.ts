import { AppError, importLimits, platformRules, platforms } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { CsvTable } from './csv.ts';

const plainColumns = ['caption', 'platforms', 'date', 'time', 'scheduled_for', 'photo', 'photos', 'status'] as const;
export type Column = (typeof plainColumns)[number] | `caption_${Platform}`;

/** Precedes a platform's key or name: `caption_x` and `caption_twitter` are the same. */
const CAPTION_OF = 'caption_';
const columns: readonly Column[] = [...plainColumns, ...platforms.map((platform) => `caption_${platform}` as const)];

/** Of unknown columns: a file may have more of them than fit into an answer. */
const MOST_NAMED = 10;

/** One row by its columns; what the file lacks or leaves empty is ''. */
export type Cells = Readonly<Record<Column, string>>;

/**
 * The rows by column, whatever the order and spelling of the headings ('Scheduled for', 'CAPTION', 'caption_x'). @throws AppError
 * validation_failed: unknown or repeated columns, no column for captions or platforms, no rows or too many
 */
export function cellsOf({ heading, rows }: CsvTable): Cells[] {
  const named = heading.map(columnOf);
  const unknown = heading.filter((title, index) => named[index] === null && title.trim() !== '');
  if (unknown.length > 0) {
    const some = [...unknown.slice(0, MOST_NAMED).map(quote), ...(unknown.length > MOST_NAMED ? ['…'] : [])];
    refuse(
      `The file has columns we do not know: ${some.join(', ')}. Use ${plainColumns.join(', ')}, caption_instagram and so on.`,
    );
  }
  const twice = named.find((column, index) => column !== null && named.indexOf(column) !== index);
  if (twice) {
    refuse(`The file has the column ${twice} twice.`);
  }
  for (const needed of ['caption', 'platforms'] as const) {
    if (!named.includes(needed)) {
      refuse(`The file has no column ${needed}. Its first line must name the columns.`);
    }
  }
  if (rows.length === 0) {
    refuse('The file has no rows below its first line.');
  }
  if (rows.length > importLimits.rows) {
    refuse(`Please import at most ${importLimits.rows} rows at once.`);
  }
  // A heading may have a hundred thousand columns without a name; each row reads only those that have one.
  const places = new Map(named.flatMap((column, index) => (column === null ? [] : [[column, index] as const])));
  const cellOf = (cells: readonly string[], column: Column): string => cells[places.get(column) ?? -1]?.trim() ?? '';
  return rows.map((cells) => Object.fromEntries(columns.map((column) => [column, cellOf(cells, column)])) as Cells);
}

function columnOf(title: string): Column | null {
  const name = title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const platform = name.startsWith(CAPTION_OF) ? platformNamed(name.slice(CAPTION_OF.length)) : null;
  return columns.find((column) => column === (platform === null ? name : `${CAPTION_OF}${platform}`)) ?? null;
}

/** A platform by its key or by a name that screens show; null when it is not one of ours. */
export function platformNamed(written: string): Platform | null {
  const name = written.trim().toLowerCase();
  const found = platforms.find((platform) =>
    [platform, platformRules[platform].name.toLowerCase(), platformRules[platform].longName.toLowerCase()].includes(
      name,
    ),
  );
  return found ?? null;
}

/** The entries of one cell, separated by commas, semicolons, bars or line breaks. */
export function listed(cell: string): string[] {
  return cell
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}

function refuse(message: string): never {
  throw new AppError('validation_failed', message, { details: [{ path: 'file', message }] });
}
