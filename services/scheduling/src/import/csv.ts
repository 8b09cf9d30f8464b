import { AppError, importLimits } from '@postloom/contracts';
import { CsvError, parse } from 'csv-parse/sync';

/** A row below the heading. */
export interface CsvTable {
  readonly heading: readonly string[];
  /** Cells with their quotes resolved; a row is as wide as its own line was. */
  readonly rows: readonly (readonly string[])[];
}

const delimiters = [',', ';', '\t'] as const;
/** Spreadsheets export rows that once had something in them. The parser takes 40 µs for each, and a file has room for 200,000. */
const MOST_EMPTY_ROWS = 5_000;
type Delimiter = (typeof delimiters)[number];

/**
 * RFC 4180, as spreadsheets really write it: a byte order mark, CRLF, LF or CR, commas, semicolons or tabs (whichever is most frequent in
 * the heading, or named by a first line `sep=;`), quoted cells with line breaks and doubled quotes. Blank lines are skipped. A cell is
 * text, whatever a spreadsheet would make of it: `=1+1` is those four characters. Reading stops one row after the most that an import
 * accepts. @throws AppError validation_failed: a quote is never closed, text follows a closing one, or more than 5,000 lines are of empty cells
 */
export function readCsv(text: string): CsvTable {
  if (emptyRowsOf(text) > MOST_EMPTY_ROWS) {
    refuse('The file has more than 5,000 empty rows. Please delete them and import it again.');
  }
  const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
  const named = /^sep=([,;\t])\r?\n/i.exec(withoutMark);
  const body = named === null ? withoutMark : withoutMark.slice(named[0].length);
  const delimiter = named === null ? mostUsed(body) : (named[1] as Delimiter);
  const [heading = [], ...rows] = records(body, delimiter);
  return { heading, rows };
}

/** The delimiter that occurs most often in the first line, outside quoted cells. */
function mostUsed(body: string): Delimiter {
  const [first = ''] = body
    .replaceAll(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/, 1);
  const count = (delimiter: Delimiter): number => first.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Lines of nothing but empty cells, wherever they are. Lines without any cell cost the parser nothing. */
function emptyRowsOf(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => /[,;"\t]/.test(line) && !/[^\s,;"]/.test(line)).length;
}

function records(body: string, delimiter: Delimiter): string[][] {
  try {
    return parse(body, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: 1 + importLimits.rows + 1,
      trim: true,
    });
  } catch (error) {
    const message = error instanceof CsvError ? problem(error) : null;
    if (message === null) {
      throw error;
    }
    refuse(message);
  }
}

function refuse(message: string): never {
  throw new AppError('validation_failed', message, { details: [{ path: 'file', message }] });
}

function problem({ code, records: row }: CsvError): string | null {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return row === 0
        ? 'A quote in the heading is never closed.'
        : `A quote that begins in row ${row} is never closed.`;
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return row === 0 ? 'The heading has text after a closing quote.' : `Row ${row} has text after a closing quote.`;
    default:
      return null;
  }
}
