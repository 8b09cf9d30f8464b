import { valuesOfStored, type ComposerValues } from './composer-fields.ts';

export type StoredDraft = {
  values: ComposerValues;
  savedAt: string;
  /** The version of the post that the changes were made to; null for a new post. */
  version: number | null;
};

/** A post that is edited. */
type EditedPost = { id: string; version: number };

/** Where unfinished writing is kept: a business has one new post, and one set of changes to each of its posts. */
export type DraftPlace = { businessId: string; post?: EditedPost | undefined };

/** What every key of this store begins with. */
export const DRAFT_KEYS = 'postloom.composer.';

const keyOf = ({ businessId, post }: DraftPlace) => `${DRAFT_KEYS}${businessId}${post ? `.${post.id}` : ''}`;

/** True when there is nothing worth keeping of a new post: no words for any platform and no photos. */
function isWorthless(values: ComposerValues): boolean {
  const words = [values.caption, ...Object.values(values.captionByPlatform)];
  return values.photoIds.length === 0 && words.every((text) => text.trim() === '');
}

/** Keeps what is unfinished on this device. An empty new post is forgotten. */
export function keepDraft(place: DraftPlace, values: ComposerValues, at: Date): void {
  try {
    if (!place.post && isWorthless(values)) {
      localStorage.removeItem(keyOf(place));
    } else {
      const draft: StoredDraft = { values, savedAt: at.toISOString(), version: place.post?.version ?? null };
      localStorage.setItem(keyOf(place), JSON.stringify(draft));
    }
  } catch {
    return; // Storage is blocked or full: the form still works, it is only not kept.
  }
}

export function forgetDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(keyOf(place));
  } catch {
    return; // Storage is blocked: there is nothing to forget.
  }
}

/** What was left unfinished at a place on this device, or null. Foreign or broken content counts as none. */
export function storedDraft(place: DraftPlace): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    return readDraft(value, place.post !== undefined);
  } catch {
    return null; // Blocked storage or text that is not JSON.
  }
}

function readDraft(value: unknown, isEdit: boolean): StoredDraft | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const { values, savedAt, version } = value as {
    values?: Readonly<Record<string, unknown>>;
    savedAt?: unknown;
    version?: unknown;
  };
  if (typeof savedAt !== 'string' || typeof values?.['caption'] !== 'string') {
    return null;
  }
  if (isEdit) {
    return typeof version === 'number' ? { values: valuesOfStored(values), savedAt, version } : null;
  }
  const draft = valuesOfStored(values);
  return isWorthless(draft) ? null : { values: draft, savedAt, version: null };
}
