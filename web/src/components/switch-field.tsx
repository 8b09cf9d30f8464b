import { useId } from 'react';
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { Label, Switch } from '#ui/index.ts';

export type SwitchFieldProps<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPathByValue<T, boolean>;
  label: string;
  hint: string;
};

/** Something that a form turns on or off, in words, with its switch at the end of the line. */
export function SwitchField<T extends FieldValues>({ control, name, label, hint }: SwitchFieldProps<T>) {
  const id = useId();
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <Switch
        ref={ref}
        id={id}
        aria-describedby={`${id}-hint`}
        checked={value}
        onCheckedChange={onChange}
        onBlur={onBlur}
      />
    </div>
  );
}
