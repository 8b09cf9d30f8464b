import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { SwitchRow } from './switch-row.tsx';

export type SwitchFieldProps<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPathByValue<T, boolean>;
  label: string;
  hint: string;
};

/** Something that a form turns on or off. */
export function SwitchField<T extends FieldValues>({ control, name, label, hint }: SwitchFieldProps<T>) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  return <SwitchRow ref={ref} label={label} hint={hint} checked={value} onCheckedChange={onChange} onBlur={onBlur} />;
}
