import type { FieldValues, Path, PathValue, UseFormGetFieldState } from 'react-hook-form';

/** Values of a form by field; nested fields by their dotted path. */
type ValuesByField<T extends FieldValues> = { [Field in Path<T>]?: PathValue<T, Field> };

/** The fields of a form with their values, by dotted paths. A list is one field. */
export function fieldsOf(values: object, within = ''): [field: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldsOf(value, `${within}${name}.`)
      : [[within + name, value]],
  );
}

/** The fields that a person has changed, with their present values. */
export function editedValues<T extends FieldValues>(
  getFieldState: UseFormGetFieldState<T>,
  values: T,
): ValuesByField<T> {
  const edited = fieldsOf(values).filter(([field]) => getFieldState(field as Path<T>).isDirty);
  return Object.fromEntries(edited) as ValuesByField<T>;
}
