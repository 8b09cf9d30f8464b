import type { BodyOf } from '@postloom/contracts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { routes } from '#lib/api/index.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { Field, FormDialog, FormError } from '#ui/index.ts';
import { useConfirmIdentity } from '../api/second-step.ts';
import { accountTexts } from '../texts.ts';
import { PasswordInput } from './password-input.tsx';

type Confirmation = BodyOf<typeof routes.confirmIdentity>;
const resolver = lazyResolver<Confirmation>(() =>
  import('../account-schemas.ts').then((module) => module.ConfirmIdentityInput),
);
const texts = accountTexts.security.confirm;

/** Asks for the password once more; then what was asked for goes on. */
export default function ConfirmIdentityDialog({ onConfirmed, onClose }: { onConfirmed(): void; onClose(): void }) {
  const confirm = useConfirmIdentity();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Confirmation>({
    resolver,
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await confirm.mutateAsync(values);
      onConfirmed();
    } catch (error) {
      setProblem(applyServerErrors(error, ['password'], setError));
    }
  });
  return (
    <FormDialog
      title={texts.title}
      description={texts.lead}
      width="sm"
      submitLabel="Confirm"
      pending={formState.isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Password" required error={formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <FormError>{problem}</FormError>
    </FormDialog>
  );
}
