import { Label as LabelPrimitive } from 'radix-ui';
import { cloneElement, useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

export function Label({ className, ...rest }: ComponentProps<typeof LabelPrimitive.Root>) {
  return <LabelPrimitive.Root className={cn('text-sm font-semibold text-ink', className)} {...rest} />;
}

type ControlProps = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

export type FieldProps = {
  label: ReactNode;
  /** What is wrong, in the contract's words. Bound to the control and announced. */
  error?: string | undefined;
  /** One line of help under the control. */
  hint?: ReactNode;
  required?: boolean;
  /** Shown after the label, e.g. a counter. */
  aside?: ReactNode;
  className?: string;
  /** Exactly one control that takes id and aria attributes. */
  children: ReactElement<ControlProps>;
};

/** Label, control, hint and error as one unit: the control is described by both and marked invalid by the error. */
export function Field({ label, error, hint, required = false, aside, className, children }: FieldProps) {
  const own = useId();
  const id = children.props.id ?? own;
  const describedBy = [error ? `${id}-error` : undefined, hint ? `${id}-hint` : undefined].filter(Boolean).join(' ');
  const described: ControlProps = { id };
  if (describedBy) {
    described['aria-describedby'] = describedBy;
  }
  if (error) {
    described['aria-invalid'] = true;
  }
  if (required) {
    described['aria-required'] = true;
  }
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <Label htmlFor={id}>
          {label}
          {required ? (
            <span className="text-madder" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
        </Label>
        {aside ? <span className="text-xs text-muted tabular">{aside}</span> : null}
      </div>
      {cloneElement(children, described)}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-madder">
          <svg viewBox="0 0 16 16" className="mt-0.75 size-3.5 shrink-0" aria-hidden="true">
            <path d="M8 1.2 15 14H1z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
            <path d="M8 6v3.6M8 11.6v.4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
          </svg>
          {error}
        </p>
      ) : null}
    </div>
  );
}
