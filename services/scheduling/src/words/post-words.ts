import { weighedWords } from '@postloom/chassis';
import type { Platform } from '@postloom/contracts';

/** Words of one post: the longest caption of Instagram or LinkedIn has fewer. */
const MOST_WORDS = 400;

/** How much a word says about a post, by where it stands. */
const weights = { hashtag: 4, caption: 3, ofPlatform: 2 } as const;

/** What the words of a post are taken from. */
export interface PostTexts {
  readonly caption: string;
  readonly captionByPlatform: Partial<Record<Platform, string>> | null;
}

/** The stored words of a post with their weights; of a word in two places the heavier one. */
export function postWords({ caption, captionByPlatform }: PostTexts): ReadonlyMap<string, number> {
  const others = Object.values(captionByPlatform ?? {});
  const hashtags = [caption, ...others].flatMap((text) => text.match(/#[\p{L}\p{M}\p{N}_]+/gu) ?? []);
  return weighedWords(
    [
      [hashtags.join(' '), weights.hashtag],
      [caption, weights.caption],
      ...others.map((text) => [text, weights.ofPlatform] as const),
    ],
    MOST_WORDS,
  );
}

/** Whether a change of a post changes what it is found by. */
export function hasOtherTexts(before: PostTexts, after: PostTexts): boolean {
  return (
    before.caption !== after.caption ||
    JSON.stringify(before.captionByPlatform) !== JSON.stringify(after.captionByPlatform)
  );
}
