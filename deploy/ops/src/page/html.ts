/** Text that is HTML already. Everything else is escaped where it is put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function textOf(part: Part): string {
  if (part instanceof Html) {
    return part.text;
  }
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

/** A piece of a page; what is put into it is escaped unless it is a piece itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + (index < parts.length ? textOf(parts[index] ?? '') : '')).join(''));

export const nothing = new Html('');
