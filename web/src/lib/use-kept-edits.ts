import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { editedValues } from './edited-values.ts';
import { keepEdits, keptEdits } from './kept-edits.ts';

/**
 * Keeps the edits of a form with every change and puts them back when the form is opened again, after a lost session, a reload or a look
 * at another page. `form.reset` forgets them; a form that closes instead calls the function that this returns.
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
