import type { CaptionStyle, Platform } from '@postloom/contracts';
import { platforms } from '#lib/contract-data.ts';
import { captionTexts } from './texts.ts';

/** What was generated for one text in this session, and what Undo brings back. The text itself belongs to its box. */
export type CaptionDraft = {
  /** The last generated text, to know whether the person changed it. */
  generated: string | null;
  /** The style it was asked in. */
  style: CaptionStyle | null;
  /** The text that a generation replaced, when it was the person's own. */
  replaced: string | null;
  /** Every generated text, oldest first. */
  versions: readonly string[];
};

export const emptyDraft: CaptionDraft = { generated: null, style: null, replaced: null, versions: [] };

/** A generation replaced `before`. Own words are kept for Undo, a former generation is in the versions anyway. */
export function generated(draft: CaptionDraft, before: string, text: string, style: CaptionStyle | null): CaptionDraft {
  const isOwn = before.trim() !== '' && before !== draft.generated;
  return {
    generated: text,
    style,
    replaced: isOwn ? before : null,
    versions: draft.versions.includes(text) ? draft.versions : [...draft.versions, text],
  };
}

/** What Undo brings back; null once the person types on, or when a generation replaced nothing of theirs. */
export function undoneText(draft: CaptionDraft, text: string): string | null {
  return text === draft.generated ? draft.replaced : null;
}

/** The caption with its hashtags after a blank line; each tag with exactly one #. */
export function withHashtags(caption: string, hashtags: readonly string[]): string {
  const tags = hashtags.map((tag) => tag.trim().replace(/^#+/, '')).filter(Boolean);
  const text = caption.trim();
  return tags.length === 0 ? text : `${text}\n\n${tags.map((tag) => `#${tag}`).join(' ')}`;
}

/** The platform whose own text a target is; nothing for the shared one. */
export function platformOf(target: string): { platform?: Platform } {
  const platform = platforms.find((one) => one === target);
  return platform ? { platform } : {};
}

/** '12 of 20 AI captions left this month', null without a limit. */
export function remainingText(limits: { captionsUsed: number; captionsLimit: number }): string | null {
  if (limits.captionsLimit < 0) {
    return null;
  }
  const left = Math.max(0, limits.captionsLimit - limits.captionsUsed);
  return captionTexts.left(left, limits.captionsLimit);
}
