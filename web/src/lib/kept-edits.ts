import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { onSessionLost } from './api/index.ts';

/** What every key of this store begins with. */
export const KEPT_EDITS = 'postloom.edits.';

function keep(place: string, edits: object): void {
  try {
    localStorage.setItem(KEPT_EDITS + place, JSON.stringify(edits));
  } catch {
    return; // Storage is blocked or full: the edits are lost with the session.
  }
}

/** What was kept for a place, once; no edits when there is nothing, or nothing that can be read. */
function take(place: string): object {
  try {
    const text = localStorage.getItem(KEPT_EDITS + place);
    localStorage.removeItem(KEPT_EDITS + place);
    const edits: unknown = JSON.parse(text ?? '{}');
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
      keep(place, Object.fromEntries(fields.map((field) => [field, getValues(field)])));
    }
  });
  useEffect(() => onSessionLost(() => onLost()), []);
  useEffect(() => {
    for (const [field, value] of Object.entries(take(place))) {
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
    }
  }, [place, setValue]);
}
