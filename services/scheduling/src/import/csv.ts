import { AppError } from '@postloom/contracts';

/** A file of rows below a heading. */
export interface CsvTable {
  readonly heading: readonly string[];
  /** Cells as they are written, quotes resolved; each as wide as its own line was. */
  readonly rows: readonly (readonly string[])[];
}

const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/**
 * RFC 4180, as spreadsheets really write it: a byte order mark, CRLF, LF or CR, commas, semicolons or tabs (whichever the heading has
 * most of, or as a first line `sep=;` says), quoted cells with line breaks and doubled quotes. Blank lines count for nothing. What is
 * in a cell is text, whatever a spreadsheet would make of it: `=1+1` is those four characters.
 * @throws AppError validation_failed: a quote is never closed
 */
export function readCsv(text: string): CsvTable {
  const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
  const said = /^sep=([,;\t])\r?\n/i.exec(withoutMark);
  const body = said === null ? withoutMark : withoutMark.slice(said[0].length);
  const delimiter = said === null ? mostUsed(body) : (said[1] as Delimiter);
  const [heading = [], ...rows] = records(body, delimiter).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return { heading, rows };
}

/** The delimiter that the first line has most of, quoted cells aside. */
function mostUsed(body: string): Delimiter {
  const [first = ''] = body
    .replaceAll(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/, 1);
  const count = (delimiter: Delimiter): number => first.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function records(body: string, delimiter: Delimiter): string[][] {
  const found: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < body.length) {
    const cell = body[at] === '"' ? quoted(body, at, delimiter, found.length) : plain(body, at, delimiter);
    cells.push(cell.text);
    at = cell.end;
    if (body[at] === delimiter) {
      at += 1;
      if (at === body.length) {
        cells.push('');
      }
      if (at < body.length) {
        continue;
      }
    }
    found.push(cells);
    cells = [];
    at += body.startsWith('\r\n', at) ? 2 : 1;
  }
  return found;
}

function plain(body: string, start: number, delimiter: Delimiter): { text: string; end: number } {
  let end = start;
  while (end < body.length && body[end] !== delimiter && body[end] !== '\n' && body[end] !== '\r') {
    end += 1;
  }
  return { text: body.slice(start, end), end };
}

/** Doubled quotes inside mean one; what stands between the closing quote and the delimiter belongs to the text. */
function quoted(body: string, start: number, delimiter: Delimiter, row: number): { text: string; end: number } {
  let text = '';
  for (let from = start + 1; ;) {
    const quote = body.indexOf('"', from);
    if (quote === -1) {
      const message =
        row === 0 ? 'A quote in the heading is never closed.' : `A quote that begins in row ${row} is never closed.`;
      throw new AppError('validation_failed', message, { details: [{ path: 'file', message }] });
    }
    text += body.slice(from, quote);
    if (body[quote + 1] !== '"') {
      const rest = plain(body, quote + 1, delimiter);
      return { text: text + rest.text, end: rest.end };
    }
    text += '"';
    from = quote + 2;
  }
}
