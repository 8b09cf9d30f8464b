import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { editedValues, fieldsOf } from './edited-values.ts';
import { keepEdits, keptEdits } from './kept-edits.ts';
import { useKeptEdits } from './use-kept-edits.ts';

/** Tells whether a field still has the value that it was sent with. */
function sentAs(sent: object): (field: string, value: unknown) => boolean {
  const values = new Map(fieldsOf(sent));
  return (field, value) => JSON.stringify(values.get(field)) === JSON.stringify(value);
}

/**
 * Puts what is saved into a form. Fields for which `isEdit` holds keep their value; those that are equal to what is saved are no longer
 * dirty.
 */
function takeOver<T extends FieldValues, Context>(
  { setValue, resetDefaultValues }: UseFormReturn<T, Context>,
  saved: T,
  isEdit: (field: Path<T>) => boolean,
): void {
  for (const [field, value] of fieldsOf(saved) as [Path<T>, PathValue<T, Path<T>>][]) {
    if (!isEdit(field)) {
      setValue(field, value);
    }
  }
  resetDefaultValues(saved);
}

export type SavedValues<T> = {
  /**
   * Takes over the answer to a save and the values that were sent, also when the form was unmounted before the answer came. What was
   * typed since stays an edit. Returns true when nothing was.
   */
  settle(answer: T, sent: T): boolean;
  /** Forgets what is kept of a form that closes. */
  forget(): void;
};

/**
 * Keeps an open form up to date with what is saved, by others too, except in the fields that the person has changed. Unsaved edits are
 * kept at `place`. `saved` has to be the same object until something is saved.
 */
export function useSavedValues<T extends FieldValues, Context>(
  form: UseFormReturn<T, Context>,
  saved: T,
  place: string,
): SavedValues<T> {
  const { isSubmitting } = form.formState;
  const taken = useRef(saved);
  useEffect(() => {
    // What arrives during a save, even its own result, waits for the answer: only `settle` can tell what was typed since.
    if (!isSubmitting && taken.current !== saved) {
      taken.current = saved;
      takeOver(form, saved, (field) => form.getFieldState(field).isDirty);
    }
  }, [form, isSubmitting, saved]);
  const forget = useKeptEdits(place, form);
  const settle = (answer: T, sent: T) => {
    const isAsSent = sentAs(sent);
    takeOver(form, answer, (field) => !isAsSent(field, form.getValues(field)));
    // An unmounted form no longer updates what it kept.
    const rest = Object.entries(keptEdits(place)).filter(([field, value]) => !isAsSent(field, value));
    keepEdits(place, Object.fromEntries(rest));
    return Object.keys(editedValues(form.getFieldState, form.getValues())).length === 0;
  };
  return { settle, forget };
}
