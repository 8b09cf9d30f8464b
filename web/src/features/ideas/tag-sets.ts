import { hashtagsOf } from '#lib/contract-data.ts';

const lower = (tag: string) => tag.replace(/^#/, '').toLowerCase();

/** A last line that is nothing but hashtags, apart from what comes before it. */
function parted(text: string): { body: string; tags: readonly string[] } {
  const trimmed = text.trimEnd();
  const from = trimmed.lastIndexOf('\n') + 1;
  const words = trimmed.slice(from).split(/\s+/).filter(Boolean);
  return words.length > 0 && words.every((word) => word.startsWith('#') && hashtagsOf(word).length === 1)
    ? { body: trimmed.slice(0, from).trimEnd(), tags: words }
    : { body: trimmed, tags: [] };
}

/** Whether every hashtag of a set is in a text. */
export function hasTags(text: string, tags: readonly string[]): boolean {
  const present = new Set(hashtagsOf(text).map(lower));
  return tags.every((tag) => present.has(lower(tag)));
}

/**
 * A text with a set of hashtags as its last line, or without it when they are there. A set replaces the trade's other ones, because
 * platforms take only a few; hashtags of one's own stay.
 */
export function withTagsToggled(text: string, tags: readonly string[], ofTrade: readonly string[]): string {
  const { body, tags: last } = parted(text);
  const trade = new Set(ofTrade.map(lower));
  const own = last.filter((tag) => !trade.has(lower(tag)));
  const line = [...own, ...(hasTags(text, tags) ? [] : tags.filter((tag) => !hasTags(body, [tag])))].join(' ');
  return [body, line].filter(Boolean).join('\n\n');
}
