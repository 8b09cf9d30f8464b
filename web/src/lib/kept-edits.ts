import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { onSessionLost } from './api/index.ts';

/** What every key of this store begins with. */
export const KEPT_EDITS = 'postloom.edits.';

/** Keeps what is typed at a place on this device; null forgets it. */
export function keepEdits(place: string, edits: object | null): void {
  try {
    if (edits === null) {
      localStorage.removeItem(KEPT_EDITS + place);
    } else {
      localStorage.setItem(KEPT_EDITS + place, JSON.stringify(edits));
    }
  } catch {
    return; // Storage is blocked or full: the form still works, it is only not kept.
  }
}

/** What was kept for a place; no edits when there is nothing, or nothing that can be read. */
export function keptEdits(place: string): object {
  try {
    const edits: unknown = JSON.parse(localStorage.getItem(KEPT_EDITS + place) ?? '{}');
    return typeof edits === 'object' && edits !== null ? edits : {};
  } catch {
    return {};
  }
}

/** Edits of a form that are not saved when the session ends are in the form again after signing in. */
export function useKeptEdits<T extends FieldValues>(
  place: string,
  { formState: { dirtyFields }, getValues, setValue }: UseFormReturn<T>,
): void {
  const onLost = useEffectEvent(() => {
    const fields = Object.keys(dirtyFields) as Path<T>[];
    if (fields.length > 0) {
      keepEdits(place, Object.fromEntries(fields.map((field) => [field, getValues(field)])));
    }
  });
  useEffect(() => onSessionLost(() => onLost()), []);
  useEffect(() => {
    for (const [field, value] of Object.entries(keptEdits(place))) {
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
    }
    keepEdits(place, null);
  }, [place, setValue]);
}
