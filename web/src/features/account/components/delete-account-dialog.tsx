import { useState } from 'react';
import { messageOr, unreachable } from '#lib/api/index.ts';
import { ErrorState, Field, FormDialog, FormError, SpinnerWithText } from '#ui/index.ts';
import { useDeleteAccount } from '../api/delete-account.ts';
import { useWaysIn } from '../api/second-step.ts';
import { accountTexts } from '../texts.ts';
import { PasswordInput } from './password-input.tsx';

const texts = accountTexts.deleteAccount;

/**
 * Asks for the password, because whoever finds an open browser must not be able to delete everything. Who has none is told what happens
 * instead.
 */
export function DeleteAccountDialog(props: { email: string; onDeleted(): void; onClose(): void }) {
  const { email, onDeleted, onClose } = props;
  const { provider, own, isError, retry } = useWaysIn();
  const isKnown = provider !== null || own !== undefined;
  const hasPassword = own?.hasPassword === true;
  const [password, setPassword] = useState('');
  const deletion = useDeleteAccount(email);
  const [mailed, setMailed] = useState(false);

  async function submit(): Promise<void> {
    if (mailed) {
      onClose();
      return;
    }
    try {
      const { confirmationCode, state } = await deletion.mutateAsync(hasPassword ? password : null);
      if (state === 'pending') {
        setMailed(true);
        return;
      }
      onDeleted();
      window.location.assign(`/data-deletion?deleted=${encodeURIComponent(confirmationCode)}`);
    } catch {
      setPassword(''); // `deletion.error` says why
    }
  }

  return (
    <FormDialog
      title={texts.title}
      description={texts.warning}
      submitLabel={mailed ? texts.close : texts.button}
      destructive={!mailed}
      pending={deletion.isPending}
      disabled={!mailed && (!isKnown || (hasPassword && password === ''))}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {mailed ? (
        <p role="status">{texts.mailed(email)}</p>
      ) : isKnown ? (
        <>
          {hasPassword ? (
            <Field label={texts.password} hint={texts.passwordHint(email)}>
              <PasswordInput
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </Field>
          ) : (
            <p>
              {provider === null ? '' : `${texts.atProvider(provider.name)} `}
              {texts.noPassword(email)}
            </p>
          )}
          <FormError>{deletion.error ? messageOr(deletion.error, unreachable) : null}</FormError>
        </>
      ) : isError ? (
        <ErrorState className="border-0 py-4" onRetry={retry} />
      ) : (
        <SpinnerWithText text={texts.loading} />
      )}
    </FormDialog>
  );
}
