import type { Platform } from '@postloom/contracts';
import { captionLengthWith, hashtagsOf, platformRules, postMessages } from '#lib/contract-data.ts';
import { platformLooks } from '#ui/index.ts';
import { composerTexts } from './texts.ts';
import { weighForX } from './x-counting.ts';

/** Share of a limit from which the counter warns. */
const WARN_AT = 0.9;

export type CaptionCheck = {
  length: number;
  limit: number;
  level: 'fine' | 'warning' | 'over';
  /** By how much it is over, beside the figures: 'over by 12'. */
  over: string | null;
  /** What is wrong, in a sentence; null when nothing blocks this platform. */
  problem: string | null;
};

/** A caption against one platform's rules. */
export function checkCaption(platform: Platform, caption: string): CaptionCheck {
  const { name, captionLimit: limit, hashtagLimit } = platformRules[platform];
  const length = captionLengthWith(weighForX, platform, caption);
  const tags = hashtagsOf(caption).length;
  if (length > limit) {
    return {
      length,
      limit,
      level: 'over',
      over: composerTexts.caption.overBy(length - limit),
      problem: postMessages.captionTooLong(name, length, limit),
    };
  }
  if (hashtagLimit !== null && tags > hashtagLimit) {
    return {
      length,
      limit,
      level: 'over',
      over: composerTexts.caption.overByHashtags(tags - hashtagLimit),
      problem: postMessages.tooManyHashtags(name, tags, hashtagLimit),
    };
  }
  return { length, limit, level: length >= limit * WARN_AT ? 'warning' : 'fine', over: null, problem: null };
}

/** What the feed shows before 'more'; `cut` is true when something is hidden. Cut by code points. */
export function feedText(platform: Platform, caption: string): { text: string; cut: boolean } {
  const limit = platformLooks[platform].feedCut;
  const points = [...caption];
  if (limit === null || points.length <= limit) {
    return { text: caption, cut: false };
  }
  return { text: points.slice(0, limit).join('').trimEnd(), cut: true };
}
