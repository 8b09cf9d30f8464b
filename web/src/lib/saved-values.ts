import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const kept = {
  ...{ keepDirty: true, keepDirtyValues: true, keepTouched: true },
  ...{ keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true },
};

/** What others save comes into an open form, but for the fields that the person has changed. `saved` is the same while nothing is. */
export function useSavedValues<T extends FieldValues>({ reset }: UseFormReturn<T>, saved: T): void {
  useEffect(() => reset(saved, kept), [reset, saved]);
}
