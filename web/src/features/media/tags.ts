import { LONGEST_TAG } from '#lib/contract-data.ts';

/** Tags as they are stored, from what a person typed: commas between them, without # and capitals, each once. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) =>
    [
      ...tag
        .replace(/^[\s#]+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .toLowerCase(),
    ]
      .slice(0, LONGEST_TAG)
      .join(''),
  );
  return [...new Set(tags)].filter((tag) => tag !== '');
}
