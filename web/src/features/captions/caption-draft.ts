/** A caption under work: what is in the box, what the last generation gave, and what Undo brings back. */
export type CaptionDraft = {
  text: string;
  /** The last generated text, to know whether the person changed it. */
  generated: string | null;
  /** The text that a generation replaced, when it was the person's own. */
  replaced: string | null;
  /** Every generated text of this session, oldest first. */
  versions: readonly string[];
};

export function startDraft(text = ''): CaptionDraft {
  return { text, generated: null, replaced: null, versions: [] };
}

export function edited(draft: CaptionDraft, text: string): CaptionDraft {
  return { ...draft, text, replaced: null };
}

/** A generation came back. Own words in the box are kept for Undo, a former generation is in the versions anyway. */
export function generated(draft: CaptionDraft, text: string): CaptionDraft {
  const own = draft.text.trim() !== '' && draft.text !== draft.generated;
  return {
    text,
    generated: text,
    replaced: own ? draft.text : null,
    versions: draft.versions.includes(text) ? draft.versions : [...draft.versions, text],
  };
}

export function undone(draft: CaptionDraft): CaptionDraft {
  return draft.replaced === null ? draft : { ...draft, text: draft.replaced, replaced: null };
}

/** The caption with its hashtags after a blank line; each tag with exactly one #. */
export function withHashtags(caption: string, hashtags: readonly string[]): string {
  const tags = hashtags.map((tag) => tag.trim().replace(/^#+/, '')).filter(Boolean);
  const text = caption.trim();
  return tags.length === 0 ? text : `${text}\n\n${tags.map((tag) => `#${tag}`).join(' ')}`;
}

/** '12 of 20 AI captions left this month', null without a limit. */
export function remainingText(limits: { captionsUsed: number; captionsLimit: number }): string | null {
  if (limits.captionsLimit < 0) {
    return null;
  }
  const left = Math.max(0, limits.captionsLimit - limits.captionsUsed);
  return `${left} of ${limits.captionsLimit} AI captions left this month`;
}
