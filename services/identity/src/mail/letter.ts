import type { ReportLogo } from '@postloom/contracts';

/** The id by which the HTML of a mail shows the logo that comes with it. */
export const LOGO_ID = 'logo';

/**
 * A mail as a description: what it says, not how it looks. `letterText` and `letterHtml` render the same description, so that no
 * part says more than the other. Every string may contain what a person typed; both renderings make it harmless.
 */
export interface Letter {
  readonly subject: string;
  /** Shown beside the subject in a list of mails. Default: the first paragraph. */
  readonly preview?: string;
  readonly heading: string;
  readonly parts: readonly Part[];
  /** Below the letter: why the person gets it. */
  readonly reason: Words;
  /** The letter has the looks of this business in place of the product's, and does not name the product. */
  readonly sender?: {
    readonly name: string;
    readonly color: string | null;
    readonly logo: Pick<ReportLogo, 'width' | 'height'> | null;
  };
}

/** A path of the product. Letters name paths only, so that no link can lead anywhere else. */
export type Path = `/${string}`;

export interface Link {
  readonly label: string;
  readonly path: Path;
}

/** A sentence, with links in it. */
export type Words = readonly (string | Link)[];

export interface Entry {
  readonly title: string;
  readonly text: string;
  readonly path: Path;
}

export type Part =
  | { readonly kind: 'paragraph'; readonly words: Words }
  | { readonly kind: 'small'; readonly words: Words }
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly link: Link }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

export const link = (label: string, path: Path): Link => ({ label, path });
export const paragraph = (...words: Words): Part => ({ kind: 'paragraph', words });
/** What matters less: how long a link works, what to do when it was not you. */
export const small = (...words: Words): Part => ({ kind: 'small', words });
export const subheading = (text: string): Part => ({ kind: 'subheading', text });
/** Somebody's words, lines kept. */
export const quote = (text: string): Part => ({ kind: 'quote', text });
/** The one thing to do. */
export const button = (label: string, path: Path): Part => ({ kind: 'button', link: link(label, path) });
export const facts = (...rows: readonly (readonly [name: string, value: string])[]): Part => ({ kind: 'facts', rows });
/** Several things, each with its place in the product. */
export const entries = (list: readonly Entry[]): Part => ({ kind: 'entries', entries: list });

const LONGEST_SUBJECT = 120;
const LONGEST_PREVIEW = 160;

export function subjectOf({ subject }: Letter): string {
  return cut(tidy(subject), LONGEST_SUBJECT);
}

export function previewOf({ preview, parts, heading }: Letter): string {
  const first = parts.find((part) => part.kind === 'paragraph');
  return cut(tidy(preview ?? (first === undefined ? heading : plain(first.words))), LONGEST_PREVIEW);
}

/** The address of a path. @throws Error when it would leave the product: an address that somebody else chose is never mailed */
export function addressOf(publicUrl: string, path: Path): string {
  const address = publicUrl + path;
  if (/[\s\\]/.test(path) || path.startsWith('//') || new URL(address).origin !== new URL(publicUrl).origin) {
    throw new Error('A mail may only lead to the product.');
  }
  return address;
}

function plain(words: Words): string {
  return words.map((word) => (typeof word === 'string' ? word : word.label)).join('');
}

/** One line, without what could end it, hide a part of it or turn the direction of what follows. */
export function tidy(text: string): string {
  return flat(text).trim();
}

/** Tidy, with the spaces that part it from its neighbors. */
export function flat(text: string): string {
  return text
    .replaceAll(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ');
}

/** The lines of a text, each tidy. */
export function tidyLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map(tidy);
}

function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
