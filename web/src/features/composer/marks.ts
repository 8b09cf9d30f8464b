import { HASHTAG, MENTION } from '#lib/contract-data.ts';

export type Mark = { kind: 'plain' | 'hashtag' | 'mention' | 'link'; text: string };

/** Near enough for a color: what exactly a platform links is its own secret. */
const LINK = /https?:\/\/[^\s]+|(?<![\w@.])(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/[^\s]*)?/giu;
const kinds = [
  ['link', LINK],
  ['hashtag', HASHTAG],
  ['mention', MENTION],
] as const;

/** A text in parts: what platforms color, and what is between. */
export function marksOf(text: string): readonly Mark[] {
  const found = kinds
    .flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)].map((match) => ({
        kind,
        at: match.index,
        text: match[0].replace(/[.,!?:;)]+$/, ''),
      })),
    )
    .sort((a, b) => a.at - b.at || b.text.length - a.text.length);
  const marks: Mark[] = [];
  let end = 0;
  for (const { kind, at, text: part } of found) {
    // An address may hold a sign that looks like a hashtag.
    if (at < end) {
      continue;
    }
    if (at > end) {
      marks.push({ kind: 'plain', text: text.slice(end, at) });
    }
    marks.push({ kind, text: part });
    end = at + part.length;
  }
  return end < text.length ? [...marks, { kind: 'plain', text: text.slice(end) }] : marks;
}

/** Host of the first address in a text, as a link card names it; null without one. */
export function linkedHost(text: string): string | null {
  const link = marksOf(text).find(({ kind }) => kind === 'link')?.text;
  const address = link && URL.parse(/^https?:/i.test(link) ? link : `https://${link}`);
  return address ? address.hostname.replace(/^www\./, '') : null;
}
