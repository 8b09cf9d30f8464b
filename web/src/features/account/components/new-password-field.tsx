import { Check } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#ui/index.ts';
import { passwordAdvice } from '../password-advice.ts';
import { PasswordInput } from './password-input.tsx';

/** A password to be chosen: one line of advice under it, which the error replaces. */
export function NewPasswordField({
  label,
  value,
  email = '',
  error,
  focused = false,
  field,
}: {
  label: string;
  value: string;
  /** A password that contains it is easy to guess. */
  email?: string;
  error: string | undefined;
  /** It is the first field of its page. */
  focused?: boolean;
  field: UseFormRegisterReturn;
}) {
  const advice = passwordAdvice(value, email);
  return (
    <Field
      label={label}
      required
      error={error}
      hint={
        error ? undefined : (
          <span className="flex items-center gap-1.5">
            {advice.good ? <Check className="size-4 text-moss" aria-hidden="true" /> : null}
            {advice.text}
          </span>
        )
      }
    >
      <PasswordInput autoComplete="new-password" autoFocus={focused} {...field} />
    </Field>
  );
}
