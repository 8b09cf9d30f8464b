import type { RawAnswer } from '../providers/index.ts';

/** A shorter run of letters and digits may occur in an honest caption. */
const SHORTEST_SECRET = 10;
/** Signs from the beginning of a piece of a key to that of the next. */
const BETWEEN_PIECES = 5;
/** Texts for platforms are lists of objects, whose hashtags are lists. */
const DEPTH = 3;
/** As many words of an instruction in a row are no accident. */
const WORDS_IN_A_ROW = 8;

/**
 * Whether an answer contains something of ours that does not belong in a caption: an instruction of the prompt, a part of one, or one of
 * our keys. Such an answer is refused whole, because what surrounds a leak can't be trusted either. Case, spaces,
 * punctuation and line breaks make no difference, nor does spreading a secret over the hashtags, or writing it backwards or in a code that
 * a model knows.
 *
 * @param secrets keys, the canary and the sentences of the instructions; shorter ones than 10 letters and digits are
 * ignored
 */
export function leaks(answer: RawAnswer, secrets: readonly string[]): boolean {
  const text = strings(Object.values(answer)).join('\n');
  const plain = condensed(text);
  const isInside = (form: string): boolean => form.length >= SHORTEST_SECRET && plain.includes(form);
  return (
    secrets.some((secret) => isInside(condensed(secret)) || disguises(secret).some(isInside)) || quotes(text, secrets)
  );
}

/** Pieces of a key, of which every fifteen of its signs in a row contain one: its beginning is a leak when the rest is still to come. */
export function piecesOf(key: string): string[] {
  const signs = key.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const count = Math.max(0, Math.ceil((signs.length - SHORTEST_SECRET + 1) / BETWEEN_PIECES));
  return Array.from({ length: count }, (_, index) => {
    const from = index * BETWEEN_PIECES;
    return signs.slice(from, from + SHORTEST_SECRET);
  });
}

/** The texts of an answer, of its lists and of their members; deeper nesting holds no text that anybody will see. */
function strings(values: readonly unknown[], depth = DEPTH): string[] {
  return values.flatMap((value) => {
    if (typeof value === 'string') {
      return [value];
    }
    return typeof value === 'object' && value !== null && depth > 0 ? strings(Object.values(value), depth - 1) : [];
  });
}

function condensed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** A secret without spaces in the codes that a model writes when it is asked to conceal it, condensed. */
function disguises(secret: string): string[] {
  if (/\s/u.test(secret)) {
    return [];
  }
  const bytes = Buffer.from(secret);
  const rotated = secret.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
  const backwards = [...secret].reverse().join('');
  return [backwards, rotated, bytes.toString('hex'), ...base64Forms(bytes)].map(condensed);
}

/** What all base64 texts contain that contain these bytes, wherever the bytes begin in them. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const firstOwn = Math.ceil((before * 8) / 6);
    return text.slice(firstOwn, Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** Whether some words in a row are those of an instruction. */
function quotes(text: string, secrets: readonly string[]): boolean {
  const ours = new Set(secrets.flatMap((secret) => runsOf(secret)));
  return runsOf(text).some((run) => ours.has(run));
}

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(WORDS_IN_A_ROW - 1).map((_, from) => words.slice(from, from + WORDS_IN_A_ROW).join(' '));
}
