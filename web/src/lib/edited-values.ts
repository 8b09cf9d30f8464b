import type { FieldValues, Path, UseFormGetFieldState } from 'react-hook-form';

/** The fields of a form that a person has changed, as they are now. */
export function editedValues<T extends FieldValues>(getFieldState: UseFormGetFieldState<T>, values: T): Partial<T> {
  const edited = Object.entries(values).filter(([field]) => getFieldState(field as Path<T>).isDirty);
  return Object.fromEntries(edited) as Partial<T>;
}
