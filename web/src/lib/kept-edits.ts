import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { editedValues } from './edited-values.ts';

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

/**
 * What is edited in a form is kept with every change, and in the form again when it is opened: after a lost session, a reload, a look
 * at another page. Until it is saved or given up: a form that stays says so by its `reset`, one that closes by what this returns.
 */
export function useKeptEdits<T extends FieldValues, Context>(
  place: string,
  { getFieldState, getValues, setValue, subscribe }: UseFormReturn<T, Context>,
): () => void {
  useEffect(() => {
    for (const [field, value] of Object.entries(keptEdits(place))) {
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
    }
    const keep = () => {
      const edits = editedValues(getFieldState, getValues());
      keepEdits(place, Object.keys(edits).length > 0 ? edits : null);
    };
    keep(); // What was saved elsewhere in the meantime is no edit any more.
    return subscribe({ formState: { dirtyFields: true, values: true }, callback: keep });
  }, [place, getFieldState, getValues, setValue, subscribe]);
  return () => keepEdits(place, null);
}
