import { valuesOfStored, type ComposerValues } from './composer-fields.ts';

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
  const { values, savedAt } = value as { values?: Readonly<Record<string, unknown>>; savedAt?: unknown };
  if (typeof savedAt !== 'string' || typeof values?.['caption'] !== 'string') {
    return null;
  }
  const draft = valuesOfStored(values);
  return isWorthless(draft) ? null : { values: draft, savedAt };
}
