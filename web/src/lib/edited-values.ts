import type { FieldValues, Path, PathValue, UseFormGetFieldState } from 'react-hook-form';

/** Values of a form by their fields, those within others by their dotted paths. */
type ValuesByField<T extends FieldValues> = { [Field in Path<T>]?: PathValue<T, Field> };

/** Each field of a form with its value; a list is one field. */
export function fieldsOf(values: object, within = ''): [field: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldsOf(value, `${within}${name}.`)
      : [[within + name, value]],
  );
}

/** The fields of a form that a person has changed, as they are now. */
export function editedValues<T extends FieldValues>(
  getFieldState: UseFormGetFieldState<T>,
  values: T,
): ValuesByField<T> {
  const edited = fieldsOf(values).filter(([field]) => getFieldState(field as Path<T>).isDirty);
  return Object.fromEntries(edited) as ValuesByField<T>;
}
