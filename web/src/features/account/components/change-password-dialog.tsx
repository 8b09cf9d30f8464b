import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { Field, FormDialog, FormError, toast } from '#ui/index.ts';
import { useChangePassword, type ChangePassword } from '../api/security.ts';
import { accountTexts } from '../texts.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordInput } from './password-input.tsx';

const resolver = lazyResolver<ChangePassword>(() =>
  import('../account-schemas.ts').then((module) => module.ChangePasswordInput),
);
const texts = accountTexts.security.password;

export default function ChangePasswordDialog({ email, onClose }: { email: string; onClose(): void }) {
  const change = useChangePassword();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, control } = useForm<ChangePassword>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await change.mutateAsync(values);
      toast({ title: texts.changed, description: texts.changedMore, tone: 'success' });
      onClose();
    } catch (error) {
      setProblem(applyServerErrors(error, ['currentPassword', 'newPassword'], setError));
    }
  });
  return (
    <FormDialog
      title="Change your password"
      description={texts.lead}
      width="sm"
      submitLabel="Change password"
      pending={formState.isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" required error={formState.errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
      </Field>
      <NewPasswordField
        label="New password"
        value={newPassword}
        email={email}
        error={formState.errors.newPassword?.message}
        field={register('newPassword')}
      />
      <FormError>{problem}</FormError>
    </FormDialog>
  );
}
