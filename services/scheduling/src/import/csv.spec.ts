import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import fc from 'fast-check';
import { cellsOf } from './columns.ts';
import { readCsv } from './csv.ts';

const write = (rows: readonly (readonly string[])[], delimiter: string, newline: string): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join(newline);

describe('a CSV file', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR', 'a,b\r1,2\r'],
    ['no last line break', 'a,b\n1,2'],
    ['a byte order mark', '\ufeffa,b\n1,2'],
    ['the line of a spreadsheet', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['blank lines', '\n\na,b\n\n1,2\n,\n'],
    ['quotes', '"a","b"\n"1","2"'],
    ['a comma inside the heading of a semicolon file', '"a";b\n1;2'],
  ])('with %s', (_, text) => {
    expect(readCsv(text)).toEqual({ heading: ['a', 'b'], rows: [['1', '2']] });
  });

  it('keeps line breaks, delimiters and quotes inside quotes', () => {
    expect(readCsv('a,b\n"line 1\r\nline 2; ""said"", so","x"').rows).toEqual([['line 1\r\nline 2; "said", so', 'x']]);
  });

  it('keeps empty cells, also the last one, and short and long lines as they are', () => {
    expect(readCsv('a,b,c\n,,\n1,,\n1\n1,2,3,4\n"",x,').rows).toEqual([
      ['1', '', ''],
      ['1'],
      ['1', '2', '3', '4'],
      ['', 'x', ''],
    ]);
  });

  it('a formula is text', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0"];
    expect(readCsv(`a\n${formulas.join('\n')}`).rows).toEqual(formulas.map((formula) => [formula]));
  });

  it('says where a quote is never closed', () => {
    expect(() => readCsv('a\n1\n"never')).toThrow('A quote that begins in row 2 is never closed.');
    expect(() => readCsv('"a\n1')).toThrow('A quote in the heading is never closed.');
  });

  it('says where text follows a closing quote, and takes a quote within a cell as it is', () => {
    expect(() => readCsv('a,b\n1,2\n"x"y,2')).toThrow('Row 2 has text after a closing quote.');
    expect(readCsv('a,b\n5" pot , "x" ').rows).toEqual([['5" pot', 'x']]);
    expect(readCsv('a\tb\tc\n\t"x" \t').rows).toEqual([['', 'x', '']]);
  });

  it('whatever is written well is read back', () => {
    const cell = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('a,b', 'a;b', '"', '\r\n', '', '=x', '🌾'));
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    const heading = ['caption', 'b', 'c', 'd'];
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), (rows, delimiter, newline) => {
        const width = rows[0]?.length ?? 1;
        const text = write([heading.slice(0, width), ...rows], delimiter, newline);
        const kept = rows.filter((cells) => cells.some((one) => one.trim() !== ''));
        // A single column names no delimiter; any will do.
        expect(readCsv(text)).toEqual({ heading: heading.slice(0, width), rows: kept });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['blank lines', '\n'.repeat(480_000), 0],
    ['lines of a space', ' \n'.repeat(240_000), 0],
    ['rows beyond the most', 'a\n'.repeat(240_000), 501],
  ])('reads a file of %s without holding up the thread', (_what, lines, rows) => {
    const cost = threadCost(() => expect(readCsv(`caption,platforms\n${lines}`).rows).toHaveLength(rows));
    expect(cost).toBeLessThan(1_000);
  });
});

describe('files made to be slow', () => {
  const bytes = 500_000;
  const filled = (text: string): string => text.repeat(Math.floor(bytes / text.length));
  // Each took between 2 and 7 s of the only thread.
  it.each<[string, string]>([
    ['rows of empty cells', `caption,platforms\n${filled(',,\n')}`],
    ['rows of white space', `caption,platforms\n${filled('   ,\n')}`],
    ['a heading as wide as the file', `caption,platforms${','.repeat(bytes - 5_000)}\n${'a,x\n'.repeat(500)}`],
  ])('cost milliseconds: %s', (_, csv) => {
    const cost = threadCost(() => {
      try {
        cellsOf(readCsv(csv));
      } catch (error) {
        expect(error).toMatchObject({ code: 'validation_failed' });
      }
    });
    // Measured 0.1 to 0.3 s.
    expect(cost).toBeLessThan(1_500);
  });
});
