import { captionLength, linksOf, mentionsOf, platformRules } from '../../../libs/contracts/src/index.ts';
import type { CaptionVoice, Platform } from '../../../libs/contracts/src/index.ts';
import { languageOf } from './language.ts';
import type { Language } from './language.ts';

export interface Asked {
  readonly language: Language;
  readonly platform: Platform;
  readonly includeHashtags: boolean;
  readonly business: string;
  /** Everything the owner wrote. */
  readonly told: string;
  /** The last captions of the business, which none repeats. */
  readonly earlier: readonly string[];
  readonly voice: Pick<CaptionVoice, 'bannedWords' | 'emojis'>;
}

export interface Answered {
  readonly caption: string;
  readonly hashtags: readonly string[];
}

export const checkNames = [
  ...[
    'empty',
    'length',
    'hashtags',
    'language',
    'link',
    'number',
    'name',
    'wish',
    'repeat',
    'markup',
    'banned',
    'emoji',
    'gap',
  ],
] as const;
export type CheckName = (typeof checkNames)[number];

/** Fewest of the hashtags that were asked for. */
const FEWEST_HASHTAGS = 1;
/** A caption is a repetition when one of the earlier ones has this share of its words in a row. */
const REPEATED = 0.5;
const WORDS_IN_A_ROW = 4;
const LETTERS_IN_A_ROW = 8;
/** Words before a name of a person that nobody told. */
const INTRODUCTION =
  /(?<!\p{L})(?:by|meet|chef|mr|mrs|ms|dr|herr|frau|señor|señora|monsieur|madame|par|avec|con)\.? (\p{Lu}\p{Ll}+)/giu;

type Check = (answer: Answered, asked: Asked) => boolean;

/** True where an answer is wrong. Each looks for itself: none uses what the service cleans its answers with. */
const checks: Readonly<Record<CheckName, Check>> = {
  empty: ({ caption }) => caption.trim().length < 10,
  length: (answer, { platform }) => captionLength(platform, wholeOf(answer)) > platformRules[platform].captionLimit,
  hashtags: ({ hashtags }, { platform, includeHashtags }) =>
    !includeHashtags
      ? hashtags.length > 0
      : hashtags.length < FEWEST_HASHTAGS ||
        hashtags.length > (platformRules[platform].hashtagLimit ?? 10) ||
        new Set(hashtags.map((tag) => tag.toLowerCase())).size < hashtags.length,
  language: ({ caption }, { language, business }) => languageOf(caption, [business]) !== language,
  link: (answer, { told }) =>
    [...linksOf(wholeOf(answer)), ...mentionsOf(wholeOf(answer))].some((one) => !told.includes(one)),
  number: ({ caption }, { told }) => {
    const known = new Set(numbersOf(told));
    return numbersOf(caption).some((number) => !known.has(number));
  },
  name: ({ caption }, { told, business }) =>
    Array.from(caption.matchAll(INTRODUCTION), ([, name = '']) => name).some(
      // The search takes every case: a name begins with a capital.
      (name) => /^\p{Lu}/u.test(name) && !`${told} ${business}`.includes(name),
    ),
  wish: ({ caption }, { business }) => !caption.includes(business),
  repeat: ({ caption }, { earlier, business }) => earlier.some((one) => shareOf(caption, one, business) >= REPEATED),
  markup: ({ caption }) => /<\/?\p{L}|\*\*|```|^#{1,6} |[{[]\s*"|\]\(/mu.test(caption),
  banned: (answer, { voice }) => voice.bannedWords.some((word) => says(wholeOf(answer), word)),
  emoji: ({ caption }, { voice }) => voice.emojis === 'none' && /[\u{1f000}-\u{1faff}\u2600-\u27bf]/u.test(caption),
  gap: ({ caption }) => /\s[.,、。،]|\s$|\n[ \t]/u.test(caption),
};

/** What is wrong with an answer; nothing when it may be posted. */
export function problemsOf(answer: Answered, asked: Asked): CheckName[] {
  return checkNames.filter((name) => checks[name](answer, asked));
}

function wholeOf({ caption, hashtags }: Answered): string {
  return [caption, hashtags.join(' ')].filter((part) => part !== '').join('\n\n');
}

/** As whole words; in a language without spaces, anywhere. */
function says(text: string, word: string): boolean {
  const isSpaced = !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(word);
  const words = (of: string): string =>
    ` ${of
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return isSpaced ? words(text).includes(words(word)) : text.includes(word);
}

function numbersOf(text: string): string[] {
  return text.normalize('NFKC').match(/\p{Nd}+/gu) ?? [];
}

function shareOf(caption: string, other: string, business: string): number {
  const [own, theirs] = [runsOf(caption, business), new Set(runsOf(other, business))];
  return own.length === 0 ? 0 : own.filter((run) => theirs.has(run)).length / own.length;
}

/** Words in a row; of a language without spaces, letters. The business's name is in every caption. */
function runsOf(text: string, business: string): string[] {
  const plain = text.replaceAll(business, ' ').toLowerCase();
  const isSpaced = !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain);
  const units = plain.match(isSpaced ? /\p{L}+/gu : /\p{L}/gu) ?? [];
  const row = isSpaced ? WORDS_IN_A_ROW : LETTERS_IN_A_ROW;
  return units.slice(row - 1).map((_, from) => units.slice(from, from + row).join(isSpaced ? ' ' : ''));
}
