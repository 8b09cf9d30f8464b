import { valuesOfStored, type ComposerValues } from './composer-fields.ts';

export type StoredDraft = {
  /** Where it lies on the device. */
  key: string;
  values: ComposerValues;
  savedAt: string;
  /** The version of the post that the changes were made to; null for a new post. */
  version: number | null;
};

/** What unfinished writing is about: a new post of a business, or one of its posts that is edited. */
export type DraftPlace = { businessId: string; post?: { id: string } | undefined };

/** What every key of this store begins with. */
export const DRAFT_KEYS = 'postloom.composer.';
/** Drafts of one place that are kept; the oldest give way. */
export const MOST_DRAFTS = 5;

/** The key of a draft of before there were several is the place's own; those since have an id behind it. */
const keyOf = ({ businessId, post }: DraftPlace) => `${DRAFT_KEYS}${businessId}${post ? `.${post.id}` : ''}`;

/** A key that no other form keeps under, in another tab neither: what they hold stays theirs. */
export function newDraftKey(place: DraftPlace): string {
  return `${keyOf(place)}/${crypto.randomUUID()}`;
}

/** True when there is nothing worth keeping of a new post: no words for any platform and no photos. */
function isWorthless(values: ComposerValues): boolean {
  const words = [values.caption, ...Object.values(values.captionByPlatform)];
  return values.photoIds.length === 0 && words.every((text) => text.trim() === '');
}

/** Keeps what is unfinished on this device. An empty new post is forgotten. */
export function keepDraft(place: DraftPlace, { key, ...draft }: StoredDraft): void {
  if (!place.post && isWorthless(draft.values)) {
    forgetDraft(key);
    return;
  }
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return; // Storage is blocked or full: the form still works, it is only not kept.
  }
  for (const { key: old } of storedDrafts(place).slice(MOST_DRAFTS)) {
    forgetDraft(old);
  }
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    return; // Storage is blocked: there is nothing to forget.
  }
}

/** What was left unfinished at a place on this device, the latest first. Foreign or broken content counts as none. */
export function storedDrafts(place: DraftPlace): readonly StoredDraft[] {
  const own = keyOf(place);
  return storedKeys()
    .filter((key) => key === own || key.startsWith(`${own}/`))
    .flatMap((key) => storedDraft(key, place.post !== undefined) ?? [])
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt));
}

/** Drafts that this tab is saving at the moment, by their keys. */
const onTheWay = new Set<string>();

/** A draft is being saved until the server has answered: restored meanwhile in another form, it would go out twice. */
export function holdDraft(key: string, answered: Promise<unknown>): void {
  onTheWay.add(key);
  void answered.finally(() => onTheWay.delete(key));
}

/** The drafts of a place that a form can go on with, the latest first: not its own, and none that is being saved. */
export function offeredDrafts(place: DraftPlace, ownKey: string): readonly StoredDraft[] {
  return storedDrafts(place).filter(({ key }) => key !== ownKey && !onTheWay.has(key));
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return []; // Storage is blocked.
  }
}

function storedDraft(key: string, isEdit: boolean): StoredDraft | null {
  try {
    const draft = readDraft(JSON.parse(localStorage.getItem(key) ?? 'null'), isEdit);
    return draft && { key, ...draft };
  } catch {
    return null; // Text that is not JSON.
  }
}

function readDraft(value: unknown, isEdit: boolean): Omit<StoredDraft, 'key'> | null {
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
