/** A text and the hashtags at its end, which nobody reads as a part of it. A text of hashtags alone is its own words. */
export interface WithHashtags {
  readonly words: string;
  readonly hashtags: readonly string[];
}

export function trailingHashtags(text: string): WithHashtags {
  const parts = text.trim().split(/\s+/u);
  const hashtags = parts.slice(parts.findLastIndex((part) => !/^#[\p{L}\p{N}_]+$/u.test(part)) + 1);
  if (hashtags.length === parts.length) {
    return { words: text.trim(), hashtags: [] };
  }
  const words = hashtags.reduceRight((rest, tag) => rest.slice(0, -tag.length).trimEnd(), text.trimEnd());
  return { words: words.trimStart(), hashtags };
}
