import { formatNumber } from './format.ts';
import { texts } from './texts.ts';

/** '1 post', '1,234 posts'. A noun with another plural than an s brings it along. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const lists = {
  and: new Intl.ListFormat('en-US', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-US', { type: 'disjunction' }),
} as const;

/** 'X', 'X and Y', 'X, Y, and Z'. */
export function listOf(items: Iterable<string>, word: keyof typeof lists = 'and'): string {
  return lists[word].format(items);
}

/** At most `length` characters of a text on one line. A cut ends with one ellipsis, never after a comma or half an emoji. */
export function excerpt(text: string, length: number): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  if (points.length <= length) {
    return points.join('');
  }
  const kept = points.slice(0, length).join('');
  return `${kept.replace(/[\s\p{Pd}.,:;!?…\u200d]+$/u, '')}…`;
}

/** What a list calls a post: the beginning of its caption, or that it has none. */
export function postName(caption: string, length: number): string {
  return excerpt(caption, length) || texts.noCaption;
}
