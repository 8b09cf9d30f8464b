import { captionLength, platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';

interface Written {
  readonly caption: string;
  readonly hashtags: readonly string[];
}

/** The hashtags follow the caption after a blank line, each with exactly one #. */
export function withHashtags({ caption, hashtags }: Written): string {
  const tags = hashtags.map((tag) => tag.trim().replace(/^#+/, '')).filter((tag) => tag !== '');
  return tags.length === 0 ? caption : `${caption}\n\n${tags.map((tag) => `#${tag}`).join(' ')}`;
}

/**
 * The words of a recurring post: one caption for all, and for a platform that takes less a shorter one, with fewer hashtags first and
 * only then with fewer words. Nobody reads these posts before they go out, so none may fail for its length.
 */
export function captionsFor(
  platforms: readonly Platform[],
  written: Written,
): { caption: string; captionByPlatform: Partial<Record<Platform, string>> | null } {
  const caption = withHashtags(written);
  const own = platforms.flatMap((platform) => {
    const fitting = fittingCaption(platform, written);
    return fitting === caption ? [] : [[platform, fitting] as const];
  });
  return { caption, captionByPlatform: own.length === 0 ? null : Object.fromEntries(own) };
}

function fittingCaption(platform: Platform, { caption, hashtags }: Written): string {
  const { captionLimit, hashtagLimit } = platformRules[platform];
  const most = Math.min(hashtags.length, hashtagLimit ?? hashtags.length);
  for (let count = most; count >= 0; count -= 1) {
    const candidate = withHashtags({ caption, hashtags: hashtags.slice(0, count) });
    if (captionLength(platform, candidate) <= captionLimit) return candidate;
  }
  return shortened(caption, (candidate) => captionLength(platform, candidate) <= captionLimit);
}

/** As many whole words as fit, and an ellipsis. */
function shortened(text: string, fits: (candidate: string) => boolean): string {
  const words = text.split(/(?<=\s)/u);
  let [low, high] = [0, words.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(`${words.slice(0, middle).join('').trimEnd()}…`)) low = middle;
    else high = middle;
  }
  if (low > 0) return `${words.slice(0, low).join('').trimEnd()}…`;
  const characters = [...text];
  let length = characters.length;
  while (length > 1 && !fits(`${characters.slice(0, length).join('')}…`)) length = Math.floor(length * 0.9);
  return `${characters.slice(0, length).join('')}…`;
}
