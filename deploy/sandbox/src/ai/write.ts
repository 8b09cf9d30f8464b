import { hashNumber } from '../world/ids.ts';
import type { Brief } from './brief.ts';
import { captionIn, languageOf } from './languages.ts';
import type { Language } from './phrases.ts';
import type { Look } from './look.ts';

/** A caption, and everything else that a schema may ask for. */
export interface Written {
  readonly caption: string;
  /** More of them, each with another beginning. */
  readonly others: readonly string[];
  /** Without `#`. */
  readonly hashtags: readonly string[];
  /** What is seen, in plain words. */
  readonly analysis: string;
  readonly altText: string;
  readonly mood: string;
  readonly subject: string;
  readonly colours: readonly string[];
}

/** As many captions as a schema may ask for at once: samples, or texts for platforms. */
const CAPTIONS = 6;

/**
 * Writes about a picture. Deterministic: the same picture and prompt give the same words; another picture gives others,
 * because colours and light are taken from its pixels. Without a picture it writes about the business.
 */
export function write(looks: readonly Look[], brief: Brief, prompt: string): Written {
  const [look] = looks;
  const tones = look === undefined ? '' : tonePhrase(look);
  const seed = look?.fingerprint ?? hashNumber(brief.business ?? '');
  const { tone, business, longest } = brief;
  const language = languageOf(prompt);
  const captions = Array.from({ length: CAPTIONS }, (_, turn) => {
    const seen = look === undefined ? null : { light: look.light, tones };
    const { sentences, gap, hashtags } = captionIn(language, { seed, said: prompt, tone, business, look: seen, turn });
    return { caption: fit(withEmoji(sentences, prompt, tone), longest, gap), hashtags };
  });
  const [first] = captions;
  return {
    caption: first?.caption ?? '',
    others: captions.slice(1).map(({ caption }) => caption),
    hashtags: tagsOf(brief, prompt, language, first?.hashtags ?? []),
    ...(look === undefined ? unseen(brief) : seenIn(look, tones)),
  };
}

type Seen = Pick<Written, 'analysis' | 'altText' | 'mood' | 'subject' | 'colours'>;

function seenIn(look: Look, tones: string): Seen {
  const warmth = look.warmth === 'neutral' ? 'balanced' : look.warmth;
  return {
    analysis: `A ${look.orientation} picture, ${look.width} by ${look.height} pixels, ${tones}; the light is ${look.light} and the contrast ${look.contrast}.`,
    altText: `A ${look.orientation} picture in ${tones}, ${lightPhrase(look)}`,
    mood: `${warmth} and ${look.light}`,
    subject: `a picture in ${tones}`,
    colours: [...look.colours],
  };
}

function unseen({ business }: Brief): Seen {
  const subject = business ?? 'our place';
  return { analysis: 'No picture was sent.', altText: '', mood: 'balanced', subject, colours: [] };
}

/** As many as the prompt allows: one where it is fitting, or one a sentence. */
function withEmoji(sentences: readonly string[], prompt: string, tone: Brief['tone']): string[] {
  const [, habit] = /^Emoji: (none to two|three to six)/m.exec(prompt) ?? [];
  const signs = ['\u2728', '\u{1f31f}', '\u{1f49b}'];
  const isLively = tone === 'casual' || tone === 'promotional' || tone === 'friendly';
  return sentences.map((sentence, at) => {
    const isLast = at === sentences.length - 1;
    const takes = habit === 'three to six' || (habit !== undefined && isLively && isLast);
    return takes ? `${sentence} ${signs[at % signs.length] ?? ''}` : sentence;
  });
}

/** For example `warm amber and walnut brown tones`. */
function tonePhrase(look: Look): string {
  const [first = 'mixed', second] = look.colours;
  const lead = look.warmth === 'neutral' ? '' : `${look.warmth} `;
  return second === undefined ? `${lead}${first} tones` : `${lead}${first} and ${second} tones`;
}

function lightPhrase(look: Look): string {
  return {
    bright: 'bright and open',
    soft: 'in soft daylight',
    dim: 'in low, easy light',
    dark: 'out of deep shadow',
  }[look.light];
}

/** The business's own hashtags; without any its name, the subject, its place, those of its trade in English, and what fits any picture. */
function tagsOf(
  brief: Brief,
  prompt: string,
  language: Language,
  [subject = '', ...usual]: readonly string[],
): string[] {
  const own = tagsIn(/^Own hashtags: (.+)$/m.exec(prompt)?.[1]);
  const trade = language === 'en' ? tagsIn(/\bIn use in this trade: (.+?)\. Take/.exec(prompt)?.[1]).slice(0, 2) : [];
  const tags = [...own.slice(0, 3), brief.business ?? '', subject, brief.place ?? '', ...trade, ...usual];
  const clean = tags.map((tag) =>
    tag
      .normalize('NFC')
      .toLowerCase()
      .replace(language === 'ar' ? /[^\p{L}\p{N}_ ]+/gu : /[^\p{L}\p{N}_]+/gu, '')
      .replaceAll(' ', '_'),
  );
  return [...new Set(clean)].filter((tag) => tag !== '').slice(0, brief.hashtags);
}

function tagsIn(line = ''): string[] {
  return Array.from(line.matchAll(/#([\p{L}\p{N}_]+)/gu), ([, tag = '']) => tag);
}

/** As many of the sentences as fit, the first cut short where even that is too long. */
function fit(sentences: readonly string[], longest: number, gap = ' '): string {
  let text = '';
  for (const sentence of sentences) {
    const next = text === '' ? sentence : `${text}${gap}${sentence}`;
    if (next.length > longest) {
      break;
    }
    text = next;
  }
  return text === '' ? `${(sentences[0] ?? '').slice(0, longest - 1)}…` : text;
}
