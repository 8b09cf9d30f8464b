import { stringify } from 'csv-stringify/sync';
import type { Report } from './report.ts';

/**
 * The sections one below the other, an empty line between them. A cell that a spreadsheet would take for a formula begins with an
 * apostrophe: captions and names are words of a person.
 */
export function csvOf({ title, sender, days, comparison, credit, sections }: Report): Buffer {
  const rows = [
    [title],
    [sender],
    [days],
    [comparison],
    ...sections.flatMap(({ title: heading, note, columns, rows: cells }) => [
      [],
      [heading],
      ...(note === undefined ? [] : [[note]]),
      columns,
      ...cells,
    ]),
    ...(credit === null ? [] : [[], [credit]]),
  ];
  return Buffer.from(stringify(rows, { bom: true, escape_formulas: true, record_delimiter: 'windows' }));
}
