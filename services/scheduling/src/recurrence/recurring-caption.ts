import { fittingCaption } from '@postloom/contracts';
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
 * The caption of a recurring post: one caption for all platforms, and a shorter one for a platform with a lower limit, first with fewer
 * hashtags and only then with fewer words. Nobody reads these posts before they are published, so none may fail for its length or its
 * hashtags.
 */
export function captionsFor(
  platforms: readonly Platform[],
  written: Written,
): { caption: string; captionByPlatform: Partial<Record<Platform, string>> | null } {
  const caption = withHashtags(written);
  const own = platforms.flatMap((platform) => {
    const accepted = acceptedCaption(platform, written);
    return accepted === caption ? [] : [[platform, accepted] as const];
  });
  return { caption, captionByPlatform: own.length === 0 ? null : Object.fromEntries(own) };
}

function acceptedCaption(platform: Platform, { caption, hashtags }: Written): string {
  for (let count = hashtags.length; count > 0; count -= 1) {
    const candidate = withHashtags({ caption, hashtags: hashtags.slice(0, count) });
    if (fittingCaption(platform, candidate) === candidate) {
      return candidate;
    }
  }
  return fittingCaption(platform, caption);
}
