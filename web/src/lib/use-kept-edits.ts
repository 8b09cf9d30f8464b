import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { editedValues } from './edited-values.ts';
import { keepEdits, keptEdits } from './kept-edits.ts';

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
    const keep = () => keepEdits(place, editedValues(getFieldState, getValues()));
    keep(); // What was saved elsewhere in the meantime is no edit any more.
    return subscribe({ formState: { dirtyFields: true, values: true }, callback: keep });
  }, [place, getFieldState, getValues, setValue, subscribe]);
  return () => keepEdits(place, null);
}
