import type { CaptionPart } from '@postloom/contracts';

export interface Shown {
  /** The text as it may be shown; null when nothing of it may. */
  readonly clean: (caption: string) => string | null;
  readonly isSafe: (caption: string) => boolean;
  readonly tell: (part: CaptionPart) => void;
  readonly now: () => number;
}

/** At most ten parts a second: faster than anybody reads. */
const PAUSE_MS = 100;
const CAPTION = /^\s*\{\s*"caption"\s*:\s*"/u;
const SIGNS = /^(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*/iu;

/**
 * Tells what is there of a caption while a provider writes it, sentence by sentence: what makes a sentence unfit to be shown may stand at
 * its end. Takes the answer's JSON as far as it has come. What was told is taken back when the rest gives the answer away as a leak.
 */
export function showWriting({ clean, isSafe, tell, now }: Shown): (json: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let seen = '';
  let told = '';
  let isOver = false;
  const say = (caption: string): void => {
    told = caption;
    toldAt = now();
    tell({ caption });
  };
  return (json) => {
    if (isOver || now() - toldAt < PAUSE_MS) {
      return;
    }
    const caption = sentencesIn(json);
    if (caption === seen) {
      return;
    }
    seen = caption;
    if (!isSafe(caption)) {
      isOver = true;
      if (told !== '') {
        say('');
      }
      return;
    }
    const text = clean(caption);
    if (text !== null && text !== told) {
      say(text);
    }
  };
}

/** The whole sentences of the caption that an answer begins with. */
export function sentencesIn(json: string): string {
  const [beginning] = CAPTION.exec(json) ?? [];
  if (beginning === undefined) {
    return '';
  }
  const rest = json.slice(beginning.length);
  const [written = ''] = SIGNS.exec(rest) ?? [];
  const text = JSON.parse(`"${written}"`) as string;
  if (rest[written.length] === '"') {
    return text;
  }
  const sentences = Array.from(new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text));
  return text.slice(0, sentences.at(-1)?.index ?? 0).trimEnd();
}
