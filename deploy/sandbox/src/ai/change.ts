import { hashNumber } from '../world/ids.ts';
import type { Brief } from './brief.ts';
import { captionIn, languageOf } from './languages.ts';
import type { Language } from './phrases.ts';

/** The caption that a prompt wants changed, and how; null when it wants a new one. */
export function changed(prompt: string, brief: Brief): string | null {
  const text = /<caption_to_change>\n([\s\S]*?)\n<\/caption_to_change>/.exec(prompt)?.[1]?.trim();
  const wish = /^Change: (.+)$/m.exec(prompt)?.[1];
  if (text === undefined || wish === undefined) {
    return null;
  }
  const said = { seed: hashNumber(text), said: '', tone: brief.tone, business: brief.business, look: null, turn: 0 };
  if (/shorter/.test(wish)) {
    return firstPart(text, 0.6);
  }
  if (/translate/.test(wish)) {
    const { sentences, gap } = captionIn(languageOf(prompt), said);
    return sentences.join(gap);
  }
  const { sentences, gap } = captionIn(languageIn(text), { ...said, turn: 1 });
  const closing = sentences.at(-1) ?? '';
  if (/longer/.test(wish)) {
    return [text, sentences[0], closing].join(gap);
  }
  const [, style = ''] = /another tone: (\w+)/.exec(wish) ?? [];
  const told = captionIn(languageIn(text), { ...said, tone: styleOf(style) });
  return [...told.sentences.slice(0, -1), firstPart(text, 0.5), told.sentences.at(-1) ?? ''].join(gap);
}

function styleOf(word: string): Brief['tone'] {
  return word === 'professional' || word === 'artistic' || word === 'promotional' ? word : 'casual';
}

const hints: readonly { readonly language: Language; readonly words: RegExp }[] = [
  { language: 'ja', words: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { language: 'ar', words: /\p{Script=Arabic}/u },
  { language: 'de', words: /(?<!\p{L})(und|der|die|das|ist|wir|bei|mit|für)(?!\p{L})/iu },
  { language: 'fr', words: /(?<!\p{L})(et|les|des|une|chez|nous|vous|dans)(?!\p{L})/iu },
  { language: 'es', words: /(?<!\p{L})(el|los|las|una|en|con|para|nuestro)(?!\p{L})/iu },
];

/** The language that a text is most likely written in. */
function languageIn(text: string): Language {
  return hints.find(({ words }) => words.test(text))?.language ?? 'en';
}

/** The beginning of the text, up to a share of it: whole sentences, or else whole parts of one. */
function firstPart(text: string, share: number): string {
  const most = Math.floor([...text].length * share);
  const ends = Array.from(text.matchAll(/[.!?。！？؟](?=\s|$|[^\x00-\x7f])|[,;:–、،](?=\s|[^\x00-\x7f])|\s/gu));
  const [sentence, part, word] = [/[.!?。！？؟]/u, /[,;:–、،]/u, /\s/u].map((kind) =>
    ends.findLast(({ 0: sign, index }) => kind.test(sign) && index < most && index > 0),
  );
  if (sentence !== undefined) {
    return text.slice(0, sentence.index + 1);
  }
  const end = part?.index ?? word?.index ?? most;
  return `${text.slice(0, end).replace(/[\s.,;:!?–-]+$/u, '')}${/\p{Script=Hiragana}/u.test(text) ? '。' : '.'}`;
}
