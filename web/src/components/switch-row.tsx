import { useId, type ComponentProps } from 'react';
import { Label, Switch } from '#ui/index.ts';

export type SwitchRowProps = Omit<ComponentProps<typeof Switch>, 'id' | 'aria-describedby'> & {
  label: string;
  /** What it means as it stands. */
  hint: string;
};

/** Something to turn on or off, in words, with its switch at the end of the line. */
export function SwitchRow({ label, hint, ...rest }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} {...rest} />
    </div>
  );
}
