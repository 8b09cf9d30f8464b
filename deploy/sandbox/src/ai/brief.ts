import { platformNamed } from '../platforms/definitions.ts';

/** What a prompt asks for, as far as its words show it. */
export interface Brief {
  readonly business: string | null;
  readonly tone: Tone;
  readonly audience: string | null;
  readonly place: string | null;
  /** How many hashtags are wanted; 0 for none. */
  readonly hashtags: number;
  /** The answer must be JSON though no schema was given. */
  readonly wantsJson: boolean;
  /** Longest caption in characters. */
  readonly longest: number;
}

export type Tone = 'professional' | 'casual' | 'artistic' | 'promotional' | 'friendly' | 'luxury' | 'edgy';

const tones: readonly { readonly tone: Tone; readonly words: RegExp }[] = [
  { tone: 'promotional', words: /\bpromotional\b/i },
  { tone: 'artistic', words: /\b(artistic|creative|poetic)\b/i },
  { tone: 'casual', words: /\b(casual|playful|relaxed)\b/i },
  { tone: 'luxury', words: /\b(luxury|luxurious|elegant|premium)\b/i },
  { tone: 'edgy', words: /\b(edgy|bold)\b/i },
  { tone: 'friendly', words: /\b(friendly|family-friendly|warm)\b/i },
  { tone: 'professional', words: /\bprofessional\b/i },
];

/** Reads a prompt. Pure. */
export function readBrief(prompt: string): Brief {
  return {
    business:
      valueOf(prompt, [
        'business name',
        'businessName',
        'business_name',
        'business',
        'brand name',
        'brand',
        'company',
        'client',
      ]) ?? named(prompt),
    tone: toneOf(prompt),
    audience: valueOf(prompt, ['target audience', 'targetAudience', 'audience']),
    place: valueOf(prompt, ['business location', 'businessLocation', 'location', 'based in', 'city']),
    hashtags: hashtagsOf(prompt),
    wantsJson: /\bJSON\b/i.test(prompt),
    longest: longestOf(prompt),
  };
}

/** `Name: value`, `"name": "value"` or `name = value`, up to the end of the line or sentence. */
function valueOf(prompt: string, names: readonly string[]): string | null {
  for (const name of names) {
    const pattern = new RegExp(
      `(?:^|[\\s"'*\\-({,>])${name}["'*]*\\s*[:=]\\s*(?:"([^"\\n]+)"|'([^'\\n]+)'|([^\\n;|,]+))`,
      'im',
    );
    const match = pattern.exec(prompt);
    const value = (match?.[1] ?? match?.[2] ?? match?.[3])
      ?.replace(/\s*\(.*$/, '')
      .replace(/\*+/g, '')
      .replace(/[.\s]+$/, '')
      .trim();
    if (value !== undefined && value !== '' && !/^(none|null|undefined|n\/a|-)$/i.test(value)) {
      return value.slice(0, 100);
    }
  }
  return null;
}

/** `... for Marlow Bakehouse, a bakery`, `the business "Marlow Bakehouse"`. */
function named(prompt: string): string | null {
  const quoted = /\b(?:business|company|brand|shop|called|named)\s+["“']([^"”'\n]{2,100})["”']/i.exec(prompt)?.[1];
  const plain = /\b(?:for|of|by)\s+((?:[A-Z][\p{L}&'’.-]*)(?:\s+(?:[A-Z&][\p{L}&'’.-]*))*)/u.exec(prompt)?.[1];
  if (quoted !== undefined) {
    return quoted;
  }
  const word = /^[A-Za-z]+/.exec(plain ?? '')?.[0] ?? '';
  const isNoBusiness = word === 'JSON' || platformNamed(word) !== undefined;
  return plain === undefined || isNoBusiness ? null : plain.replace(/[.']+$/, '');
}

function toneOf(prompt: string): Tone {
  const explicit =
    /\b(?:style(?: of this caption)?|caption style)["']?\s*[:=]\s*["']?([a-z-]+)/i.exec(prompt)?.[1] ??
    valueOf(prompt, ['tone', 'business tone', 'brand voice', 'businessTone']) ??
    '';
  const found = tones.find(({ words }) => words.test(explicit)) ?? tones.find(({ words }) => words.test(prompt));
  return found?.tone ?? 'friendly';
}

function hashtagsOf(prompt: string): number {
  const refused =
    /\b(no|without|don['’]t (?:use|include|add)(?: any)?|do not (?:use|include|add)(?: any)?|never (?:use|include|add)|exclude|omit)\s+(?:any\s+)?hash-?tags?\b/i.test(
      prompt,
    ) ||
    /\bhash-?tags?["']?\s*[:=]\s*["']?(?:no|none|false|off|0|\[\]|empty)\b/i.test(prompt) ||
    /\binclude_?hashtags["']?\s*[:=]\s*["']?(?:no|false)\b/i.test(prompt) ||
    /\bhashtags? (?:must|should) be (?:an )?empty\b/i.test(prompt);
  if (refused) {
    return 0;
  }
  const count = /(\d+)(?:\s*(?:-|–|to)\s*(\d+))?\s+(?:\w+\s+){0,2}hash-?tags?\b/i.exec(prompt);
  const most = Number(count?.[2] ?? count?.[1] ?? 5);
  return Math.min(10, most);
}

function longestOf(prompt: string): number {
  const match =
    /(?:at most|under|max(?:imum)?(?: of)?|no more than|up to|limit(?: of)?)\s+([\d,]+)\s*(?:weighted\s+)?char/i.exec(
      prompt,
    );
  const most = Number((match?.[1] ?? '').replace(/,/g, ''));
  return most >= 40 ? most : 2200;
}
