import { rgb } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFFont, PDFImage, PDFPage, RGB } from '@cantoo/pdf-lib';

/** US Letter, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54];
const [INNER, TOP] = [WIDTH - 2 * MARGIN, HEIGHT - MARGIN];
const [INK, MUTED, LINE, PAPER] = [rgb(0.13, 0.11, 0.21), rgb(0.4, 0.37, 0.47), rgb(0.9, 0.88, 0.84), rgb(1, 1, 1)];
const COVER_HEIGHT = 132;
/** Of the logo on the cover, in points, and of the white around it. */
const [LOGO, LOGO_EDGE] = [{ width: 168, height: 56 }, 8];
const [SMALL, HEADING] = [8.5, 14];
const LEADING = 1.4;
/** Rows that a heading must not be parted from. */
const KEPT_TOGETHER = 90;
/** Of a table's width, for its first column. */
const FIRST_COLUMN = 0.38;
const PADDING = 5;
/** What words in an alphabet without a typeface are shown as, however many of them follow each other. */
const GAP = '[…]';
/** A letter of such a word, until all of them are known. */
const UNKNOWN = '\uE000';
const WORD = /[\p{L}\p{N}]/u;

/** Of a table, so many rows stay with the names of its columns. */
const ROWS_WITH_HEAD = 2;

interface Column {
  readonly left: number;
  readonly width: number;
  readonly isNumber: boolean;
}

/** A row with its lines, before it is drawn. */
interface Row {
  readonly font: PDFFont;
  readonly color: RGB;
  readonly parts: readonly { readonly column: Column; readonly lines: readonly string[] }[];
  readonly height: number;
}

interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
}

/** A cursor that goes down a page and begins the next when there is no more room. */
export class Page {
  private sheet: PDFPage;
  private y = TOP;
  private lacksLetters = false;

  constructor(
    private readonly document: PDFDocument,
    private readonly fonts: Fonts,
    private readonly accent: RGB,
  ) {
    this.sheet = document.addPage([WIDTH, HEIGHT]);
  }

  /** Whose report this is, over the color of the business, with its logo. */
  cover(report: { title: string; sender: string; days: string; comparison: string }, logo: PDFImage | null): void {
    const ink = luminance(this.accent) > 0.4 ? INK : PAPER;
    this.sheet.drawRectangle({
      x: 0,
      y: HEIGHT - COVER_HEIGHT,
      width: WIDTH,
      height: COVER_HEIGHT,
      color: this.accent,
    });
    const room = logo === null ? INNER : this.logo(logo) - MARGIN - 2 * LOGO_EDGE;
    const line = (text: string, size: number, y: number, font = this.fonts.plain): void =>
      this.sheet.drawText(this.fitted(font, text, size, room), { x: MARGIN, y: HEIGHT - y, size, font, color: ink });
    line(report.sender, 24, 58, this.fonts.bold);
    line(report.title, 13, 82);
    line(`${report.days}. ${report.comparison}.`, 10.5, 104);
    this.y = HEIGHT - COVER_HEIGHT - 8;
  }

  /** On white at the right of the cover. @returns where it begins */
  private logo(logo: PDFImage): number {
    const { width, height } = logo.scaleToFit(LOGO.width, LOGO.height);
    const [x, y] = [WIDTH - MARGIN - LOGO_EDGE - width, HEIGHT - COVER_HEIGHT / 2 - height / 2];
    this.sheet.drawRectangle({
      ...{ x: x - LOGO_EDGE, y: y - LOGO_EDGE, width: width + 2 * LOGO_EDGE, height: height + 2 * LOGO_EDGE },
      color: PAPER,
    });
    this.sheet.drawImage(logo, { x, y, width, height });
    return x;
  }

  heading(text: string, needs = KEPT_TOGETHER): void {
    this.room(needs + 40);
    // At the top of a page there is nothing to be apart from.
    this.y -= this.y === TOP ? 0 : 26;
    this.write(text, this.fonts.bold, HEADING, INK);
    this.y -= 8;
  }

  note(text: string): void {
    for (const line of this.wrapped(this.fonts.plain, text, SMALL, INNER)) {
      this.room(SMALL * LEADING);
      this.write(line, this.fonts.plain, SMALL, MUTED);
      this.y -= SMALL * (LEADING - 1);
    }
    this.y -= 4;
  }

  /** Numbers stand at the right of their column, words at the left. What goes over a page begins there with the names of the columns. */
  table(columns: readonly string[], rows: readonly (readonly string[])[], isNumber: readonly boolean[]): void {
    const first = columns.length === 1 ? INNER : INNER * FIRST_COLUMN;
    const other = columns.length === 1 ? 0 : (INNER - first) / (columns.length - 1);
    const columnAt = (index: number): Column => ({
      left: MARGIN + (index === 0 ? 0 : first + (index - 1) * other),
      width: index === 0 ? first : other,
      isNumber: isNumber[index] === true,
    });
    const rowOf = (cells: readonly string[], font: PDFFont, color: RGB): Row => {
      const parts = cells.map((cell, index) => {
        const column = columnAt(index);
        return { column, lines: this.wrapped(font, cell, SMALL, column.width - PADDING) };
      });
      return {
        font,
        color,
        parts,
        height: Math.max(...parts.map(({ lines }) => lines.length)) * SMALL * LEADING + PADDING,
      };
    };
    const head = rowOf(columns, this.fonts.bold, MUTED);
    const body = rows.map((cells) => rowOf(cells, this.fonts.plain, INK));
    this.room([head, ...body.slice(0, ROWS_WITH_HEAD)].reduce((sum, { height }) => sum + height, 0));
    this.row(head);
    for (const one of body) {
      if (this.room(one.height)) {
        this.row(head);
      }
      this.row(one);
    }
  }

  private row({ font, color, parts, height }: Row): void {
    for (const { column, lines } of parts) {
      lines.forEach((line, index) => {
        const indent = column.isNumber ? column.width - font.widthOfTextAtSize(line, SMALL) : 0;
        const y = this.y - SMALL - index * SMALL * LEADING;
        this.sheet.drawText(line, { x: column.left + indent, y, size: SMALL, font, color });
      });
    }
    this.y -= height;
    this.sheet.drawLine({
      start: { x: MARGIN, y: this.y + 1 },
      end: { x: WIDTH - MARGIN, y: this.y + 1 },
      thickness: 0.5,
      color: LINE,
    });
    this.y -= 2;
  }

  /** A bar for each value; the first, the last and the highest are named. */
  bars(values: readonly { readonly label: string; readonly value: number | null }[], height: number): void {
    const most = Math.max(1, ...values.map(({ value }) => value ?? 0));
    const step = INNER / Math.max(1, values.length);
    const [top, bottom] = [this.y, this.y - height];
    this.sheet.drawLine({
      start: { x: MARGIN, y: bottom },
      end: { x: WIDTH - MARGIN, y: bottom },
      thickness: 0.5,
      color: LINE,
    });
    values.forEach(({ value }, index) => {
      if (value !== null && value > 0) {
        const [x, width] = [MARGIN + index * step + step * 0.15, step * 0.7];
        this.sheet.drawRectangle({ x, y: bottom, width, height: (value / most) * (top - bottom), color: this.accent });
      }
    });
    this.y = bottom - 2;
    const highest = values.find(({ value }) => value === most);
    this.note(
      [`${values[0]?.label} to ${values.at(-1)?.label}`, highest && `highest ${most} on ${highest.label}`]
        .filter((part) => part !== undefined)
        .join('; '),
    );
  }

  /** Says what is missing, if anything is, and numbers the pages, with what they belong to. */
  finish(text: string): void {
    if (this.lacksLetters) {
      this.y -= 16;
      this.note(`${GAP} stands for letters that this file has no typeface for. The spreadsheet has them all.`);
    }
    const pages = this.document.getPages();
    pages.forEach((sheet, index) => {
      const line = this.fitted(this.fonts.plain, text, SMALL, INNER - 40);
      const count = `${index + 1} / ${pages.length}`;
      const font = this.fonts.plain;
      const y = MARGIN / 2;
      sheet.drawText(line, { x: MARGIN, y, size: SMALL, font, color: MUTED });
      const x = WIDTH - MARGIN - font.widthOfTextAtSize(count, SMALL);
      sheet.drawText(count, { x, y, size: SMALL, font, color: MUTED });
    });
  }

  private write(text: string, font: PDFFont, size: number, color: RGB): void {
    this.y -= size;
    this.sheet.drawText(this.fitted(font, text, size, INNER), { x: MARGIN, y: this.y, size, font, color });
  }

  /** On one line, cut with an ellipsis where it is too long. */
  private fitted(font: PDFFont, text: string, size: number, width: number): string {
    const [line = '', ...rest] = this.wrapped(font, text, size, width);
    return rest.length === 0 ? line : `${line.slice(0, -1).trimEnd()}…`;
  }

  private wrapped(font: PDFFont, text: string, size: number, width: number): readonly string[] {
    const shown = printable(font, text);
    this.lacksLetters ||= shown.includes(GAP) && !text.includes(GAP);
    return linesOf(shown, (line) => font.widthOfTextAtSize(line, size) <= width);
  }

  /** True: there was none, and the next page has begun. */
  private room(needed: number): boolean {
    if (this.y - needed >= MARGIN) {
      return false;
    }
    this.sheet = this.document.addPage([WIDTH, HEIGHT]);
    this.y = TOP;
    return true;
  }
}

/**
 * A text in the letters that the typefaces of every PDF reader have: others lose their marks ('ř' is 'r'), those of other alphabets become
 * a gap that can be seen, and signs, emoji above all, are left out. The other files have every text as it is.
 */
export function printable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const has = (letter: string): boolean => known.has(letter.codePointAt(0) ?? 0);
  const shown = [...text.normalize('NFC').replace(/\s+/g, ' ')].map((letter): string => {
    if (has(letter)) {
      return letter;
    }
    const likeness = [...letter.normalize('NFKD')].filter(has).join('');
    return likeness === '' && WORD.test(letter) ? UNKNOWN : likeness;
  });
  return shown
    .join('')
    .replace(/\uE000[\uE000\s]*\uE000|\uE000/g, GAP)
    .replace(/ {2,}/g, ' ')
    .trim();
}

function linesOf(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') {
      lines.push(line);
    }
    line = word;
    // A word that is longer than a line, such as an address, is parted where the line ends.
    while (!fits(line)) {
      const end = longestFitting(line, fits);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

/** How many characters of a text fit, one at least: half of those in question are ruled out at each look. */
function longestFitting(text: string, fits: (line: string) => boolean): number {
  let [fitting, tooMany] = [1, text.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(text.slice(0, middle))) {
      fitting = middle;
    } else {
      tooMany = middle;
    }
  }
  return fitting;
}

function luminance({ red, green, blue }: RGB): number {
  return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2;
}
