import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { editedValues, fieldsOf } from './edited-values.ts';
import { keepEdits, keptEdits } from './kept-edits.ts';
import { useKeptEdits } from './use-kept-edits.ts';

/** Whether each field still has the value that it was sent with. */
function sentAs(sent: object): (field: string, value: unknown) => boolean {
  const values = new Map(fieldsOf(sent));
  return (field, value) => JSON.stringify(values.get(field)) === JSON.stringify(value);
}

/** Brings what is saved into a form, but for the fields that are an edit; of these, what is saved as it stands is none any more. */
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

/**
 * A form of what is saved, for as long as it is open. What others save comes in, but for the fields that the person has changed, and
 * what they have not saved is kept at `place`. `saved` is the same while nothing is.
 *
 * What this returns is told the answer to a save and what was sent: that is saved now, also where the form was left meanwhile; what
 * was typed since stays an edit. It says whether there was none.
 */
export function useSavedValues<T extends FieldValues, Context>(
  form: UseFormReturn<T, Context>,
  saved: T,
  place: string,
): (answer: T, sent: T) => boolean {
  const { isSubmitting } = form.formState;
  const taken = useRef(saved);
  useEffect(() => {
    // What comes while a save is under way, be it its own result, waits for the answer: that alone tells what was typed since.
    if (!isSubmitting && taken.current !== saved) {
      taken.current = saved;
      takeOver(form, saved, (field) => form.getFieldState(field).isDirty);
    }
  }, [form, isSubmitting, saved]);
  useKeptEdits(place, form);
  return (answer, sent) => {
    const isAsSent = sentAs(sent);
    takeOver(form, answer, (field) => !isAsSent(field, form.getValues(field)));
    // A form that was left keeps nothing any more.
    const rest = Object.entries(keptEdits(place)).filter(([field, value]) => !isAsSent(field, value));
    keepEdits(place, Object.fromEntries(rest));
    return Object.keys(editedValues(form.getFieldState, form.getValues())).length === 0;
  };
}
