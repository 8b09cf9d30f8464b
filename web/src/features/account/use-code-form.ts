import type { BodyOf } from '@postloom/contracts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isApiError, type routes } from '#lib/api/index.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';

type Code = BodyOf<typeof routes.confirmTotp>;
const resolver = lazyResolver<Code>(() => import('./account-schemas.ts').then((module) => module.TotpConfirmInput));

/** A form of one code. */
export function useCodeForm() {
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Code>({
    resolver,
    defaultValues: { code: '' },
  });
  /** Says what was wrong: with the code at its field, where the next one is typed over it. */
  const refuse = (error: unknown, fallback?: string): void => {
    if (isApiError(error) && error.code === 'invalid_code') {
      setError('code', { type: 'server', message: error.message });
      setFocus('code', { shouldSelect: true });
    } else {
      setProblem(applyServerErrors(error, ['code'], setError, fallback));
    }
  };
  return {
    handleSubmit,
    isSubmitting: formState.isSubmitting,
    field: register('code'),
    fieldError: formState.errors.code?.message,
    problem,
    clear: () => setProblem(null),
    refuse,
  };
}
