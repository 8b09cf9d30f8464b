import { hashNumber } from '../world/ids.ts';
import type { Brief } from './brief.ts';
import { captionIn, languageOf } from './languages.ts';
import type { Look } from './look.ts';

/** A caption, and everything else that a schema may ask for. */
export interface Written {
  readonly caption: string;
  /** Without `#`. */
  readonly hashtags: readonly string[];
  /** What is seen, in plain words. */
  readonly analysis: string;
  readonly altText: string;
  readonly mood: string;
  readonly subject: string;
  readonly colours: readonly string[];
}

const subjects = [
  'a quiet corner',
  'the morning counter',
  'a handmade detail',
  'the open doorway',
  'a shared table',
  'the window seat',
  'a fresh start',
  'the workbench',
  'a small ritual',
  'the front step',
  'a favourite shelf',
  'the garden edge',
  'a busy afternoon',
  'the first pour',
  'a careful finish',
  'the long view',
  'a simple arrangement',
  'the evening glow',
  'a patient craft',
  'the corner stand',
  'a familiar face',
  'the weekend list',
  'a folded cloth',
  'the back room',
  'a steady hand',
  'the shop front',
  'a bright idea',
  'the market stall',
  'a well-kept secret',
  'the last touch',
  'a slow breakfast',
  'the season’s best',
  'a tidy stack',
  'the harbour side',
  'a gentle curve',
  'the good plates',
] as const;

const details = [
  'with every edge in place',
  'caught just as the light moved',
  'seen from where we stand every day',
  'the way our regulars know it',
  'made to be looked at twice',
  'before the first guest arrives',
  'with nothing added',
  'in its own good time',
  'kept simple on purpose',
  'right where it belongs',
  'a little closer than usual',
  'after a full day’s work',
  'with room to breathe',
  'just as it came together',
  'on an ordinary day that isn’t',
  'and worth the wait',
] as const;

const closings: Readonly<Record<Brief['tone'], readonly string[]>> = {
  professional: [
    'We look forward to welcoming you.',
    'Talk to us about what you have in mind.',
    'Details make the difference.',
  ],
  casual: ['Come by and say hello.', 'See you in a bit?', 'Which one would you pick?'],
  artistic: [
    'Look again: it changes with the light.',
    'Some things are better felt than explained.',
    'A frame, a pause, a breath.',
  ],
  promotional: ['Book your spot today.', 'Only while it lasts, so come early.', 'Ask for it by name this week.'],
  friendly: ['Drop in, we’d love to see you.', 'Tell us what you see first.', 'Bring someone you like.'],
  luxury: ['Reserved for those who notice.', 'Quietly exceptional.', 'By appointment, and worth it.'],
  edgy: ['No filter needed.', 'Not for everyone. Maybe for you.', 'Break the routine.'],
};

const openings: Readonly<Record<Brief['tone'], readonly string[]>> = {
  professional: ['Presenting', 'A closer look at', 'Today’s focus:'],
  casual: ['Oh hello there,', 'Just look at', 'Currently loving'],
  artistic: ['A study in', 'Between light and shadow:', 'Held for a moment:'],
  promotional: ['Don’t miss', 'New this week:', 'Here it is:'],
  friendly: ['Say hello to', 'We saved you a look at', 'Sharing'],
  luxury: ['Introducing', 'An invitation to', 'Considered and complete:'],
  edgy: ['Straight up:', 'Meet', 'Eyes on'],
};

/** How a voice speaks of colours. */
const seenAs: Readonly<Record<Brief['tone'], (tones: string) => string>> = {
  professional: capital,
  casual: (tones) => `All ${tones} today`,
  artistic: (tones) => `A play of ${tones}`,
  promotional: (tones) => `See it for yourself: ${tones}`,
  friendly: capital,
  luxury: capital,
  edgy: capital,
};

/**
 * Writes about a picture. Deterministic: the same picture and prompt give the same words; another picture gives others,
 * because colours, light, shape and subject are taken from its pixels. Without a picture it writes about the business.
 */
export function write(looks: readonly Look[], brief: Brief, prompt: string): Written {
  const look = looks[0];
  if (!look) {
    return withoutPicture(brief, prompt);
  }
  const seed = look.fingerprint;
  const subject = pick(subjects, seed);
  const tones = tonePhrase(look);
  const from = brief.business === null ? '' : ` at ${brief.business}`;
  const sentence = (turn: number): string =>
    `${pick(openings[brief.tone], (seed >>> 13) + turn)} ${subject}${from}, ${pick(details, (seed >>> 7) + turn)}.`;
  const detailAt = (turn: number): string => pick(details, (seed >>> 7) + turn);
  // A prompt that holds the detail already, in an earlier caption, gets another one.
  const turn = Math.max(
    0,
    details.findIndex((_, index) => !prompt.includes(detailAt(index))),
  );
  const first = sentence(turn);
  const detail = detailAt(turn);
  const turnedClosings = closings[brief.tone].map((_, at, all) =>
    pick(all, (((seed >>> 17) ^ hashNumber(prompt)) >>> 0) + at),
  );
  const closing = turnedClosings.find((one) => !prompt.includes(one)) ?? turnedClosings[0] ?? '';
  const more =
    looks.length > 1
      ? ` And ${looks
          .slice(1)
          .map((other) => `${pick(subjects, other.fingerprint)} in ${tonePhrase(other)}`)
          .join(', then ')}.`
      : '';
  const second = `${seenAs[brief.tone](tones)}, ${lightPhrase(look)}.${more}`;
  const language = languageOf(prompt);
  const colours = [...look.colours];
  const said = { seed, said: prompt, tone: brief.tone, business: brief.business };
  const foreign = language === 'en' ? null : captionIn(language, said);
  const hashtags = tagsOf(brief, foreign?.hashtags ?? [subject.replace(/^(a|the) /, ''), ...usualTags(look)]);
  return {
    caption: fit(foreign?.sentences ?? [first, second, closing], brief.longest, foreign?.gap),
    hashtags,
    analysis: `A ${look.orientation} picture, ${look.width} by ${look.height} pixels, ${tones}; the light is ${look.light} and the contrast ${look.contrast}. It reads as ${subject}, ${detail}.`,
    altText: `${capital(subject)} in ${tones}, ${look.orientation} format`,
    mood: `${look.warmth === 'neutral' ? 'balanced' : look.warmth} and ${look.light}`,
    subject,
    colours,
  };
}

function withoutPicture(brief: Brief, prompt: string): Written {
  const seed = hashNumber(prompt);
  const who = brief.business ?? 'our place';
  const caption = `${pick(openings[brief.tone], seed)} a day at ${who}, ${pick(details, seed >>> 7)}. ${pick(closings[brief.tone], seed >>> 13)}`;
  return {
    caption: fit([caption], brief.longest),
    hashtags: ['smallbusiness', 'behindthescenes', 'shoplocal', 'madewithcare', 'supportlocal'].slice(
      0,
      brief.hashtags,
    ),
    analysis: 'No picture was sent.',
    altText: '',
    mood: 'balanced',
    subject: who,
    colours: [],
  };
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

function usualTags(look: Look): string[] {
  return [
    `${look.colours[0] ?? 'colour'} tones`,
    'behind the scenes',
    'small business',
    'made with care',
    'support local',
  ];
}

/** The business and its place first, then what the picture shows. */
function tagsOf(brief: Brief, shown: readonly string[]): string[] {
  const tags = [brief.business ?? 'smallbusiness', ...shown.slice(0, 1), brief.place ?? '', ...shown.slice(1)];
  const clean = tags.map((tag) =>
    tag
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_]+/gu, ''),
  );
  return [...new Set(clean)].filter((tag) => tag !== '').slice(0, brief.hashtags);
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

function pick<T>(items: readonly T[], seed: number): T {
  return items[(seed >>> 0) % items.length] as T;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
