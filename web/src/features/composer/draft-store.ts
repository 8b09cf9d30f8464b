import { platforms } from '#lib/contract-data.ts';
import type { ComposerValues } from './composer-rules.ts';

export type StoredDraft = { values: ComposerValues; savedAt: string };

const keyOf = (businessId: string) => `postloom.composer.${businessId}`;

/** True when there is nothing worth keeping: no words for any platform and no photos. */
function isWorthless(values: ComposerValues): boolean {
  const words = [values.caption, ...Object.values(values.captionByPlatform)];
  return values.photoIds.length === 0 && words.every((text) => text.trim() === '');
}

/** Keeps the unfinished post on this device. An empty one is forgotten. */
export function keepDraft(businessId: string, values: ComposerValues, at: Date): void {
  try {
    if (isWorthless(values)) {
      localStorage.removeItem(keyOf(businessId));
    } else {
      localStorage.setItem(keyOf(businessId), JSON.stringify({ values, savedAt: at.toISOString() }));
    }
  } catch {
    return; // Storage is blocked or full: the form still works, it is only not kept.
  }
}

export function forgetDraft(businessId: string): void {
  try {
    localStorage.removeItem(keyOf(businessId));
  } catch {
    return; // Storage is blocked: there is nothing to forget.
  }
}

/** The unfinished post of this business on this device, or null. Foreign or broken content counts as none. */
export function storedDraft(businessId: string): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(businessId)) ?? 'null');
    return readDraft(value);
  } catch {
    return null; // Blocked storage or text that is not JSON.
  }
}

function readDraft(value: unknown): StoredDraft | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const { values, savedAt } = value as {
    values?: Partial<Record<keyof ComposerValues | 'photoId', unknown>>;
    savedAt?: unknown;
  };
  if (typeof savedAt !== 'string' || typeof values?.caption !== 'string') {
    return null;
  }
  const draft: ComposerValues = {
    caption: values.caption,
    captionByPlatform: captionsOf(values.captionByPlatform),
    photoIds: photosOf(values),
    platforms: Array.isArray(values.platforms)
      ? platforms.filter((one) => (values.platforms as unknown[]).includes(one))
      : [],
    date: typeof values.date === 'string' ? values.date : '',
    time: typeof values.time === 'string' ? values.time : '',
  };
  return isWorthless(draft) ? null : { values: draft, savedAt };
}

function captionsOf(value: unknown): ComposerValues['captionByPlatform'] {
  if (typeof value !== 'object' || value === null) {
    return {};
  }
  const texts = value as Record<string, unknown>;
  return Object.fromEntries(
    platforms.flatMap((platform) => (typeof texts[platform] === 'string' ? [[platform, texts[platform]]] : [])),
  ) as ComposerValues['captionByPlatform'];
}

/** Drafts of before several photos were possible hold one `photoId`. */
function photosOf(values: { photoIds?: unknown; photoId?: unknown }): readonly string[] {
  if (Array.isArray(values.photoIds)) {
    return values.photoIds.filter((id): id is string => typeof id === 'string');
  }
  return typeof values.photoId === 'string' ? [values.photoId] : [];
}
