import writeXlsxFile from 'write-excel-file/node';
import type { ReportLogo } from '@postloom/contracts';
import type { Cell, Row, Sheet } from 'write-excel-file/node';
import type { Report, Section } from './report.ts';

const WIDEST = 60;
const NARROWEST = 12;
/** Of the logo, which has twice the pixels that it is shown in. */
const LOGO_DPI = 192;
/** Of characters: Excel calls a file broken that has a longer one, and a caption on Facebook may have 63,206. */
const LONGEST_CELL = 32_767;

/** A sheet for each section, after one that says what this is. */
export async function xlsxOf(report: Report): Promise<Buffer> {
  const { title, sender, days, comparison, credit, logo, sections } = report;
  const cover: Row[] = [[{ value: title, fontWeight: 'bold', fontSize: 18 }], [sender], [days], [comparison]];
  const sheets: Sheet<Buffer>[] = [
    {
      sheet: 'About',
      data: credit === null ? cover : [...cover, [null], [credit]],
      columns: [{ width: WIDEST }],
      ...(logo === null ? {} : { images: [imageOf(logo)] }),
    },
    ...sections.map((section) => sheetOf(section)),
  ];
  return writeXlsxFile(sheets, { fontFamily: 'Arial', fontSize: 11 }).toBuffer();
}

/** At the right of what is said, where it hides nothing. */
function imageOf({ png, width, height }: ReportLogo): NonNullable<Sheet<Buffer>['images']>[number] {
  return {
    ...{ content: Buffer.from(png, 'base64'), contentType: 'image/png', width, height, dpi: LOGO_DPI },
    ...{ anchor: { row: 1, column: 2 }, title: 'Logo' },
  };
}

function sheetOf({ title, columns, rows }: Section): Sheet<Buffer> {
  return {
    sheet: title,
    stickyRowsCount: 1,
    columns: columns.map((column, index) => ({
      width: Math.min(
        WIDEST,
        Math.max(NARROWEST, column.length, ...rows.map((row) => String(row[index] ?? '').length)) + 2,
      ),
    })),
    data: [
      columns.map((column): Cell => ({ value: column, fontWeight: 'bold' })),
      ...rows.map((row) => row.map((cell): Cell => (typeof cell === 'string' ? cell.slice(0, LONGEST_CELL) : cell))),
    ],
  };
}
