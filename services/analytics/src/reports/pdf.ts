import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { RGB } from '@cantoo/pdf-lib';
import { Page } from './page.ts';
import type { Cell, Report, Section } from './report.ts';

const USUAL_COLOR = '#2B4C8C';
/** Rows of a table on paper; the other files have them all. */
const MOST_ROWS = 30;
/** Characters of a cell on paper: a caption can have thousands. */
const LONGEST_CELL = 160;
const CHART_HEIGHT = 110;
const rates = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** As the other files have it, which machines read. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The report on paper: who it is from, then section by section. */
export async function pdfOf(report: Report): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`${report.title}, ${report.days}`, { showInWindowTitleBar: true });
  document.setAuthor(report.sender);
  document.setCreator(report.sender);
  document.setProducer(report.sender);
  document.setLanguage('en-US');
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const accent = colorOf(report.color ?? USUAL_COLOR);
  const page = new Page(document, { plain, bold }, accent);
  page.cover(report, report.logo && (await document.embedPng(Buffer.from(report.logo.png, 'base64'))));
  for (const section of report.sections) {
    draw(page, section);
  }
  page.finish([report.sender, report.days, report.credit].filter((part) => part !== null).join('  ·  '));
  return document.save();
}

function draw(page: Page, { title, note, columns, rows, isChart }: Section): void {
  const bars = rows.map(([label = '', value]) => ({
    label: shown(label),
    value: typeof value === 'number' ? value : null,
  }));
  const hasBars = isChart === true && bars.some(({ value }) => value !== null && value > 0);
  page.heading(title, hasBars ? CHART_HEIGHT : undefined);
  if (note !== undefined) {
    page.note(note);
  }
  if (hasBars) {
    page.bars(bars, CHART_HEIGHT);
    return;
  }
  if (isChart) {
    const isTold = bars.some(({ value }) => value !== null);
    page.note(
      isTold ? `No ${columns[1]?.toLowerCase()} on any of these days.` : 'Nothing was reported for these days.',
    );
    return;
  }
  const isNumber = columns.map((_, index) => rows.every((row) => typeof row[index] !== 'string'));
  page.table(
    columns,
    rows
      .slice(0, MOST_ROWS)
      .map((row) => row.map((cell, index) => shown(cell, isRate(columns[index]) || isRate(row[0])))),
    isNumber,
  );
  if (rows.length > MOST_ROWS) {
    page.note(`The first ${MOST_ROWS} of ${rows.length}. The spreadsheet has all of them.`);
  }
}

/** Of a column, or of a row by its first cell: rates are read against each other, so all have two decimals. */
function isRate(name: Cell | undefined): boolean {
  return typeof name === 'string' && name.endsWith('rate (%)');
}

function shown(cell: Cell, isRateOf = false): string {
  if (typeof cell !== 'string') {
    return cell === null ? '–' : (isRateOf ? rates : numbers).format(cell);
  }
  if (DAY.test(cell)) {
    return days.format(new Date(`${cell}T00:00:00Z`));
  }
  const letters = [...cell.slice(0, 2 * LONGEST_CELL)];
  return letters.length <= LONGEST_CELL ? letters.join('') : `${letters.slice(0, LONGEST_CELL).join('')}…`;
}

function colorOf(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return rgb(red, green, blue);
}
