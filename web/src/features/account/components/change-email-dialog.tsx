import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { Dialog, DialogCancel, DialogContent, Field, FormDialog, FormError, Input } from '#ui/index.ts';
import { useChangeEmail, type ChangeEmail } from '../api/security.ts';
import { accountTexts } from '../texts.ts';
import { Notice } from './notice.tsx';
import { PasswordInput } from './password-input.tsx';

const resolver = lazyResolver<ChangeEmail>(() =>
  import('../account-schemas.ts').then((module) => module.ChangeEmailInput),
);
const texts = accountTexts.security.email;

export default function ChangeEmailDialog({ onClose }: { onClose(): void }) {
  const change = useChangeEmail();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<ChangeEmail>({
    resolver,
    defaultValues: { newEmail: '', currentPassword: '' },
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await change.mutateAsync(values);
      setMailedTo(values.newEmail.trim());
    } catch (error) {
      setProblem(applyServerErrors(error, ['newEmail', 'currentPassword'], setError));
    }
  });
  if (mailedTo !== null) {
    return (
      <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
        <DialogContent title={accountTexts.checkMail} width="sm" footer={<DialogCancel>Close</DialogCancel>}>
          <Notice icon={MailCheck} tone="good">
            <p>{texts.checkNew(mailedTo)}</p>
            <p className="text-muted">{accountTexts.checkSpam}</p>
          </Notice>
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Change your email address"
      description={texts.lead}
      width="sm"
      submitLabel="Send the link"
      pending={formState.isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="New email address" required error={formState.errors.newEmail?.message}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('newEmail')} />
      </Field>
      <Field label="Current password" required error={formState.errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
      </Field>
      <FormError>{problem}</FormError>
    </FormDialog>
  );
}
