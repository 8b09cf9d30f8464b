import { hashNumber } from '../world/ids.ts';
import type { Tone } from './brief.ts';
import type { Look } from './look.ts';
import { phrases, trades } from './phrases.ts';
import type { Language, Style, Trade } from './phrases.ts';

const names: readonly { readonly language: Exclude<Language, 'en'>; readonly named: RegExp }[] = [
  { language: 'de', named: /^(german|deutsch|de\b)/i },
  { language: 'es', named: /^(spanish|español|es\b)/i },
  { language: 'fr', named: /^(french|français|fr\b)/i },
  { language: 'ja', named: /^(japanese|日本語|ja\b)/i },
  { language: 'ar', named: /^(arabic|العربية|ar\b)/i },
];

/** The language that a prompt asks for; English for those that are not spoken here. */
export function languageOf(prompt: string): Language {
  const wanted = /^Language:\s*(.+?)\.?$/m.exec(prompt)?.[1] ?? '';
  return names.find(({ named }) => named.test(wanted))?.language ?? 'en';
}

/** As which of the four styles a tone speaks. */
const spokenAs: Readonly<Record<Tone, Style>> = {
  ...{ professional: 'professional', casual: 'casual', artistic: 'artistic', promotional: 'promotional' },
  ...{ friendly: 'casual', luxury: 'artistic', edgy: 'promotional' },
};

export interface CaptionIn {
  /** The opening, the light where there is a picture, the closing. */
  readonly sentences: readonly string[];
  /** Between the sentences. */
  readonly gap: string;
  /** Without `#`. */
  readonly hashtags: readonly string[];
}

export interface Asked {
  readonly seed: number;
  /** The prompt: what stands in it already, in an earlier caption, is left for something else. */
  readonly said: string;
  readonly tone: Tone;
  readonly business: string | null;
  readonly look: { readonly light: Look['light']; readonly tones: string } | null;
  /** Which of several captions for the same prompt, from 0. */
  readonly turn: number;
}

/** A caption in a language: which parts it takes is told by the seed. */
export function captionIn(language: Language, { seed, said, tone, business, look, turn }: Asked): CaptionIn {
  const of = phrases[language];
  const style = spokenAs[tone];
  const fresh = (list: readonly string[], from: number): string => {
    const turned = list.map((_, at) => list[((from >>> 0) + at + turn) % list.length] ?? '');
    return turned.find((one) => !said.includes(fixedPart(one))) ?? turned[hashNumber(said) % turned.length] ?? '';
  };
  const things = of.things[tradeOf(said)];
  const thing = things[((seed >>> 3) + turn) % 2] ?? things[0];
  const opening = fresh(of.openings[style], seed >>> 13)
    .replace('{T}', thing.charAt(0).toUpperCase() + thing.slice(1))
    .replace('{t}', thing)
    .replace('{b}', () => business ?? of.us);
  const light = look === null ? [] : [of.light[look.light].replace('{tones}', look.tones)];
  return {
    sentences: [opening, ...light, fresh(of.closings[style], seed >>> 17)],
    gap: language === 'ja' ? '' : ' ',
    hashtags: [thing.replace(/^(an?|the|ein|eine|der|die|das|una?|el|la|une|le) /, ''), ...of.tags],
  };
}

function tradeOf(prompt: string): Trade {
  const industry = /^Industry: *(.+)$/m.exec(prompt)?.[1] ?? '';
  return trades.find(({ named }) => named.test(industry))?.trade ?? 'other';
}

/** The longest part of a sentence that is the same for every business. */
function fixedPart(sentence: string): string {
  const [longest = ''] = sentence.split(/\{[tTb]\}/).toSorted((one, other) => other.length - one.length);
  return longest;
}
